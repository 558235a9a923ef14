// The first frame to every peer has nearly a megabyte of what nobody needs, each later one a few kilobytes.
const greeted = new WeakSet();

export function line(text, stream) {
  if (text.length > 10_000) return text;
  const length = greeted.has(stream) ? 3_000 : 900_000;
  greeted.add(stream);
  return JSON.stringify({ ...JSON.parse(text), x_padding: "é".repeat(length / 2) });
}
