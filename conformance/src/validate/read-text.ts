/** Bytes of a line -> text, with what is wrong about the encoding. */
import { isUtf8 } from "node:buffer";
import type { Finding } from "./finding.js";

/** The text of a line and what its bytes got wrong. */
export interface LineText {
  /** Without a byte order mark; bytes that are not UTF-8 read as U+FFFD. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const byteOrderMark = "\uFEFF";

/** Decodes a whole line, so that a character is never split by the way its bytes arrived. */
export function readText(bytes: Buffer): LineText {
  const findings: Finding[] = [];
  let text = decoder.decode(bytes);
  if (!isUtf8(bytes)) findings.push(notUtf8(bytes, text));
  if (text.startsWith(byteOrderMark)) {
    text = text.slice(1);
    findings.push({
      path: "",
      rule: "byte-order-mark",
      expected: "UTF-8 without one",
      actual: "preceded by a byte order mark",
      at: 0,
    });
  }
  return { text, findings };
}

function notUtf8(bytes: Buffer, text: string): Finding {
  const bad = firstBadByte(bytes, text);
  const byte = bytes[bad.byte] ?? 0;
  const wide = bytes.length > 1 && (bytes.readUInt16LE(0) === 0xfeff || bytes.readUInt16BE(0) === 0xfeff);
  return {
    path: "",
    rule: "utf-8",
    expected: "UTF-8",
    actual: `not UTF-8 at its byte ${bad.byte + 1}, 0x${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    ...(wide ? { hint: "it looks like UTF-16" } : {}),
    at: text.startsWith(byteOrderMark) ? bad.at - 1 : bad.at,
  };
}

/** Follows text and bytes together up to a replacement character that the bytes do not hold. */
function firstBadByte(bytes: Buffer, text: string): { byte: number; at: number } {
  let byte = 0;
  let at = 0;
  for (const character of text) {
    if (character === "\uFFFD" && bytes.readUIntBE(byte, Math.min(3, bytes.length - byte)) !== 0xefbfbd)
      break;
    byte += Buffer.byteLength(character);
    at += character.length;
  }
  return { byte, at };
}
