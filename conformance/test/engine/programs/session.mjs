/** What the small programs share: frames in, frames out. Bytes are split at LF only. */
export const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);

export function serve(handlers) {
  let rest = Buffer.alloc(0);
  process.stdin.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const text = rest.subarray(0, at).toString();
      rest = rest.subarray(at + 1);
      let frame;
      try {
        frame = JSON.parse(text);
      } catch {
        continue;
      }
      handlers[frame.type]?.(frame);
    }
  });
  process.stdin.on("end", () => process.exit(0));
}

export const shutdown = () => {
  send({ type: "shutdown_ack" });
  process.exitCode = 0;
  process.stdin.destroy();
};

export function greet() {
  send({ type: "hello", name: "tiny", version: "1.0.0" });
  send({ type: "register_tool", name: "echo", description: "", schema: { type: "object" } });
  send({ type: "ready" });
}
