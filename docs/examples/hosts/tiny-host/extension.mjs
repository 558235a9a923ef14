/** One extension: its process, what it registers, and the requests that wait for its answers. */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { zotHome } from "./discover.mjs";
import { lines } from "./lines.mjs";

const deadlines = {
  hello: 10_000,
  ready: 3_000,
  idle: 250,
  intercept: 5_000,
  tool: 60_000,
  stop: 2_000,
  kill: 1_000,
};
const keys = ["ANTHROPIC", "OPENAI", "KIMI", "MOONSHOT"].map((provider) => `${provider}_API_KEY`);
const secrets = new Set([...keys, "ZOTCORE_RPC_TOKEN"]);
const answers = { tool_result: "tool_call", event_intercept_response: "event_intercept" };
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const errorResult = (text) => ({ is_error: true, content: [{ type: "text", text }] });

export function startExtension({ dir, manifest }, { model, onNote, onFailure }) {
  const { name, exec } = manifest;
  const tools = new Map();
  const asked = new Set();
  const told = new Set();
  const pending = new Map();
  let count = 0;
  let greeted = false;
  let gone = false;
  let isReady = () => {};
  const ready = new Promise((resolve) => {
    isReady = resolve;
  });
  const may = (key) => !secrets.has(key) || manifest.env?.includes(key);
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => may(key)));
  const child = spawn(exec.includes("/") ? resolve(dir, exec) : exec, manifest.args ?? [], {
    cwd: dir,
    env,
    detached: true,
  });
  const logs = join(zotHome, "logs");
  mkdirSync(logs, { recursive: true });
  child.stderr.pipe(createWriteStream(join(logs, `ext-${name}.log`), { flags: "a" }));
  child.stdin.on("error", () => {});
  child.on("error", (error) => lost(error.message));
  const ended = new Promise((resolve) => child.on("close", resolve));
  const write = (frame) => void (gone || child.stdin.write(`${JSON.stringify(frame)}\n`));
  const grace = setTimeout(() => lost("no hello in time"), deadlines.hello);
  let idle;

  /** From here on nothing is expected of it: what waits for it is settled, its process is ended. */
  function lost(why) {
    if (gone) return;
    gone = true;
    clearTimeout(grace);
    tools.clear();
    for (const { settle, failure } of pending.values()) settle(failure);
    isReady();
    onFailure(name, why);
    signal("SIGTERM");
    setTimeout(() => signal("SIGKILL"), deadlines.kill).unref();
  }

  function signal(which) {
    try {
      process.kill(-child.pid, which);
    } catch {
      // It has ended.
    }
  }

  /** A request that waits for the answer with its id, for so long; `failure` stands in for an answer. */
  function request(frame, ms, failure) {
    if (gone) return Promise.resolve(failure);
    count += 1;
    const id = `r${count}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(failure), ms);
      const settle = (answer) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(answer);
      };
      pending.set(id, { kind: frame.type, settle, failure });
      write({ ...frame, id });
    });
  }

  const take = {
    ready: () => isReady(),
    notify: (frame) => typeof frame.message === "string" && onNote(name, frame),
    register_tool({ name: tool, description, schema }) {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(tool) || tools.has(tool)) return;
      tools.set(tool, { name: tool, description: description ?? "", schema: schema ?? { type: "object" } });
    },
    subscribe({ events, intercept }) {
      for (const event of events ?? []) told.add(event);
      for (const event of intercept ?? []) asked.add(event);
    },
  };

  lines(
    child.stdout,
    (line) => {
      const frame = parsed(line);
      if (!greeted) return line.trim() === "" ? undefined : greet(frame);
      clearTimeout(idle);
      idle = setTimeout(isReady, deadlines.idle);
      if (typeof frame?.type !== "string") return;
      const waiting = pending.get(frame.id);
      if (waiting?.kind === answers[frame.type] && waiting !== undefined) waiting.settle(frame);
      else if (Object.hasOwn(take, frame.type)) take[frame.type](frame);
    },
    () => lost("it has ended"),
  );

  function greet(frame) {
    if (frame?.type !== "hello" || typeof frame.name !== "string" || frame.name === "")
      return lost("it did not begin with hello");
    greeted = true;
    clearTimeout(grace);
    setTimeout(isReady, deadlines.ready).unref();
    idle = setTimeout(isReady, deadlines.idle);
    const places = { cwd: process.cwd(), extension_dir: dir, data_dir: dir };
    write({
      type: "hello_ack",
      protocol_version: 1,
      zot_version: "0.1.0",
      provider: "anthropic",
      model,
      ...places,
    });
  }

  return {
    name,
    tools,
    ready: ready.then(() => told.has("session_start") && write({ type: "event", event: "session_start" })),
    event: (event) => told.has(event.event) && write({ type: "event", ...event }),
    async intercept(event, details) {
      if (!asked.has(event)) return {};
      return request({ type: "event_intercept", event, ...details }, deadlines.intercept, {});
    },
    async call(tool, args) {
      const answer = await request(
        { type: "tool_call", name: tool, args },
        deadlines.tool,
        errorResult("no result"),
      );
      const known = Array.isArray(answer.content) ? answer.content.filter(isKnown) : [];
      const content = known.length > 0 ? known : [{ type: "text", text: "(nothing)" }];
      return { is_error: answer.is_error === true || content.some(isBroken), content };
    },
    async stop() {
      if (!greeted) signal("SIGTERM");
      write({ type: "shutdown" });
      child.stdin.end();
      const ladder = [setTimeout(() => signal("SIGTERM"), deadlines.stop)];
      ladder.push(setTimeout(() => signal("SIGKILL"), deadlines.stop + deadlines.kill));
      await ended;
      for (const timer of ladder) clearTimeout(timer);
    },
  };
}

function parsed(line) {
  try {
    const value = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isKnown(block) {
  return (block?.type === "text" && typeof block.text === "string") || block?.type === "image";
}

function isBroken({ type, data }) {
  return (
    type === "image" && !/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data ?? "-")
  );
}
