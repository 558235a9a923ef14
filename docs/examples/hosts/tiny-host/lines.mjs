/** Cuts a stream into lines at the byte 0x0A, and at nothing else. */
const longest = 16 * 1024 * 1024;

export function lines(stream, onLine, onEnd = () => {}) {
  let rest = Buffer.alloc(0);
  stream.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const line = rest.subarray(0, at);
      rest = rest.subarray(at + 1);
      if (line.length < longest) onLine(line.toString("utf8").replace(/\r$/, ""));
    }
  });
  stream.on("close", onEnd);
  stream.on("error", () => {});
}
