/** Cuts a stream into lines at the byte 0x0A, and at nothing else. */

/** A line of more bytes than `longest`, its end included, is not kept: `onTooLong` says that there was one. */
export function lines(stream, { longest, onLine, onTooLong, onEnd = () => {} }) {
  let parts = [];
  let size = 1;
  const add = (part) => {
    size += part.length;
    if (size <= longest) parts.push(part);
    else parts = [];
  };
  stream.on("data", (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at));
      if (size <= longest) onLine(Buffer.concat(parts).toString("utf8").replace(/\r$/, ""));
      else onTooLong();
      parts = [];
      size = 1;
      from = at + 1;
    }
    add(chunk.subarray(from));
  });
  stream.on("close", onEnd);
  stream.on("error", () => {});
}
