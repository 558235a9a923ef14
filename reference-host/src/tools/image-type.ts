/** Recognises the images that models can see, by their first bytes: names of files lie. */

const signatures: readonly { readonly mimeType: string; readonly matches: (bytes: Buffer) => boolean }[] = [
  {
    mimeType: "image/png",
    matches: (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n",
  },
  { mimeType: "image/jpeg", matches: (bytes) => bytes.subarray(0, 3).toString("latin1") === "\xff\xd8\xff" },
  { mimeType: "image/gif", matches: (bytes) => /^GIF8[79]a/.test(bytes.subarray(0, 6).toString("latin1")) },
  {
    mimeType: "image/webp",
    matches: (bytes) => /^RIFF.{4}WEBP/s.test(bytes.subarray(0, 12).toString("latin1")),
  },
];

/** The MIME type of an image, undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16));
  return signatures.find(({ matches }) => matches(start))?.mimeType;
}
