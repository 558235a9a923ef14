// A conforming RPC client: one prompt, read to its end. Mutants replace one of its methods.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";

export class Client {
  token = randomBytes(8).toString("hex");
  #ids = 0;
  #rest = "";
  #frames = [];
  #arrived = () => {};

  start() {
    const env = { ...process.env, ZOTCORE_RPC_TOKEN: this.token };
    this.server = spawn("extproto-host", ["rpc"], { stdio: ["pipe", "pipe", "inherit"], env });
    this.server.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop();
      this.#frames.push(...lines.map((line) => JSON.parse(line)));
      this.#arrived();
    });
    this.server.on("exit", () => process.exit(3));
  }

  write(text) {
    this.server.stdin.write(text);
  }

  send(type, fields = {}) {
    const id = String(++this.#ids);
    this.write(`${JSON.stringify({ type, id, ...fields })}\n`);
    return id;
  }

  async next() {
    while (this.#frames.length === 0)
      await new Promise((resolve) => {
        this.#arrived = resolve;
      });
    return this.#frames.shift();
  }

  answers(frame, id) {
    return frame.type === "response" && frame.id === id;
  }

  async answer(id) {
    for (;;) {
      const frame = await this.next();
      if (!this.answers(frame, id)) continue;
      if (!frame.success) throw new Error(frame.error);
      return frame.data;
    }
  }

  understands(version) {
    return version === 1;
  }

  isOver(frame) {
    return frame.type === "done";
  }

  take(_frame) {}

  async greet() {
    const { protocol_version } = await this.answer(this.send("hello", { token: this.token }));
    return this.understands(protocol_version);
  }

  close(code) {
    this.server.removeAllListeners("exit");
    this.server.stdin.end();
    process.exitCode = code;
    this.server.stdout.destroy();
    this.server.unref();
  }

  async run(message) {
    this.start();
    if (!(await this.greet())) return this.close(4);
    await this.answer(this.send("prompt", { message }));
    for (;;) {
      const frame = await this.next();
      if (this.isOver(frame)) return this.close(0);
      this.take(frame);
    }
  }
}

export function run(Kind) {
  return new Kind().run(process.argv[2]);
}
