/** Ways to write frames that must not change a verdict. */
import { isObject, type Json, type JsonObject } from "../case/json.js";
import { plain, type Transform } from "./transform.js";

const lineFeed = Buffer.from("\n");

function lineOf(frame: JsonObject): Buffer {
  return Buffer.from(`${JSON.stringify(frame)}\n`);
}

/** Of a long frame only the ends are taken apart: the middle has no boundary that could go wrong. */
const mostSingleBytes = 2_000;

function oneByOne(bytes: Buffer): readonly Buffer[] {
  const each = (part: Buffer): readonly Buffer[] => [...part].map((byte) => Buffer.from([byte]));
  if (bytes.length <= 2 * mostSingleBytes) return each(bytes);
  const end = bytes.length - mostSingleBytes;
  return [
    ...each(bytes.subarray(0, mostSingleBytes)),
    bytes.subarray(mostSingleBytes, end),
    ...each(bytes.subarray(end)),
  ];
}

/** A field that no definition knows. */
const strangeField = "x_unknown";
const wideText = "é\u2028𝄞";

/** Cuts after the first byte of every character that has several, and in the middle where there is none. */
function insideCharacters(bytes: Buffer): readonly Buffer[] {
  const cuts: number[] = [];
  for (let index = 0; index < bytes.length && cuts.length < mostSingleBytes; index++) {
    const byte = bytes[index] ?? 0;
    if (byte >= 0xc0) cuts.push(index + 1);
  }
  if (cuts.length === 0) cuts.push(bytes.length >> 1);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index]));
}

/** Reverses the order of fields, at every depth. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

/** All transforms, by name. */
export const transforms: ReadonlyMap<string, Transform> = new Map(
  (
    [
      plain,
      {
        name: "one-byte",
        doc: "Every byte is a write of its own.",
        encode: (frame) => oneByOne(lineOf(frame)),
      },
      {
        name: "one-chunk",
        doc: "Frames that follow each other without a wait are one write.",
        encode: (frame) => [lineOf(frame)],
        gather: true,
      },
      {
        name: "split-utf8",
        doc: "Writes end inside of characters; a field with wide characters is added.",
        encode: (frame) => insideCharacters(lineOf({ ...frame, [strangeField]: wideText })),
      },
      {
        name: "crlf",
        doc: "Lines end with CR and LF.",
        encode: (frame) => [Buffer.concat([Buffer.from(`${JSON.stringify(frame)}\r`), lineFeed])],
      },
      {
        name: "unknown-fields",
        doc: "Every frame has fields that nobody knows, before and after the others.",
        encode: (frame) => [
          lineOf({
            [strangeField]: { type: "hello", id: "x", list: [null, 1.5e3, true] },
            ...frame,
            x_more: null,
          }),
        ],
      },
      {
        name: "permuted-keys",
        doc: "Fields come in the reverse order, at every depth.",
        encode: (frame) => [lineOf(reversed(frame) as JsonObject)],
      },
      {
        name: "noisy-stderr",
        doc: "Actors that have a standard error write to it all the time.",
        encode: plain.encode,
        noisyStderr: true,
      },
      {
        name: "full-pipe",
        doc: "Actors read slowly, so that pipes run full.",
        encode: plain.encode,
        slowReader: true,
      },
    ] satisfies readonly Transform[]
  ).map((transform: Transform) => [transform.name, transform]),
);
