/** One extension: its process, what it registers, and the requests that wait for its answers. */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { zotHome } from "./discover.mjs";
import { fault, isBase64, isObject, isText, parsed } from "./frames.mjs";
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
const longest = 4 * 1024 * 1024;
const keys = ["ANTHROPIC", "OPENAI", "KIMI", "MOONSHOT"].map((provider) => `${provider}_API_KEY`);
const secrets = new Set([...keys, "ZOTCORE_RPC_TOKEN"]);
const answers = { tool_result: "tool_call", event_intercept_response: "event_intercept" };
const errorResult = (text) => ({ is_error: true, content: [{ type: "text", text }] });
/** Counts them over all extensions: of two that came late, the first has the name. */
let registrations = 0;

export function startExtension({ dir, manifest }, { model, taken, onNote, onFailure }) {
  const { name, exec } = manifest;
  const tools = new Map();
  const asked = new Set();
  const told = new Set();
  const pending = new Map();
  let count = 0;
  let greeted = false;
  let settled = false;
  let stopping = false;
  let gone = false;
  let idle;
  let isReady = () => {};
  const ready = new Promise((resolve) => {
    isReady = () => {
      settled = true;
      resolve();
    };
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
  const logFile = createWriteStream(join(logs, `ext-${name}.log`), { flags: "a" });
  const log = (text) => logFile.write(`tiny-host: ${text}\n`);
  child.stderr.pipe(logFile, { end: false });
  child.stdin.on("error", () => {});
  child.on("error", (error) => lost(error.message));
  const ended = new Promise((resolve) => child.on("close", resolve));
  const grace = setTimeout(() => lost("no hello in time"), deadlines.hello);

  /** Whether the frame fits into a line; `onWritten` is called when the extension has read enough of it. */
  function write(frame, onWritten) {
    const line = `${JSON.stringify(frame)}\n`;
    if (Buffer.byteLength(line) > longest) return false;
    if (!gone) child.stdin.write(line, onWritten);
    return true;
  }

  /** From here on nothing is expected of it: what waits for it is settled, its process is ended. */
  function lost(why) {
    if (gone) return;
    gone = true;
    clearTimeout(grace);
    tools.clear();
    for (const { settle } of pending.values()) settle({ failure: "crashed" });
    isReady();
    onFailure(name, why);
    signal("SIGTERM");
    setTimeout(() => signal("SIGKILL"), deadlines.kill).unref();
  }

  /** Sends a signal to the process and all that it started; whether there was somebody to get it. */
  function signal(which) {
    try {
      return process.kill(-child.pid, which);
    } catch {
      return false;
    }
  }

  /**
   * Waits for the answer with the id of the request, or says what is the matter instead. The time runs from the
   * beginning, and once more from when the frame has been written where the extension shall have all of it to answer.
   */
  function request(frame, { ms, again }) {
    if (gone) return Promise.resolve({ failure: "gone" });
    count += 1;
    const id = `r${count}`;
    return new Promise((resolve) => {
      const settle = (outcome) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(outcome);
      };
      const late = () => settle({ failure: "timed_out" });
      let timer = setTimeout(late, ms);
      pending.set(id, { kind: frame.type, settle });
      const fits = write({ ...frame, id }, () => {
        if (!again || !pending.has(id)) return;
        clearTimeout(timer);
        timer = setTimeout(late, ms);
      });
      if (!fits) settle({ failure: "too long" });
    });
  }

  const take = {
    ready: () => isReady(),
    notify: (frame) => onNote(name, frame),
    register_command() {},
    shutdown_ack() {},
    register_tool({ name: tool, description, schema }) {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(tool)) return log(`the name of the tool ${tool} cannot be used`);
      if (taken(tool)) log(`the tool ${tool} is there already`);
      if (tools.has(tool)) return;
      registrations += 1;
      const late = settled ? registrations : undefined;
      tools.set(tool, {
        name: tool,
        description: description ?? "",
        schema: schema ?? { type: "object" },
        late,
      });
    },
    subscribe({ events, intercept }) {
      for (const event of events ?? []) told.add(event);
      for (const event of intercept ?? []) asked.add(event);
    },
  };

  function onLine(line) {
    if (line.trim() === "" || (stopping && !greeted)) return;
    const frame = parsed(line);
    if (!greeted) return greet(frame);
    clearTimeout(idle);
    idle = setTimeout(isReady, deadlines.idle);
    if (!isText(frame?.type)) return log(`not a frame: ${line.slice(0, 200)}`);
    const wrong = fault(frame);
    const waiting = pending.get(frame.id);
    if (Object.hasOwn(answers, frame.type)) {
      if (waiting?.kind !== answers[frame.type]) return log(`nobody waits for this ${frame.type}`);
      if (wrong !== undefined) log(`${frame.type}: ${wrong}`);
      waiting.settle(
        wrong === undefined || frame.block === true ? { answer: frame } : { failure: "crashed" },
      );
    } else if (wrong !== undefined) log(`${frame.type} is ignored: ${wrong}`);
    else if (Object.hasOwn(take, frame.type)) take[frame.type](frame);
    else log(`${frame.type} is ignored`);
  }

  lines(child.stdout, {
    longest,
    onLine,
    onTooLong: () => onFailure(name, "a line is too long"),
    onEnd: () => lost("it has ended"),
  });

  function greet(frame) {
    if (frame?.type !== "hello" || !isText(frame.name) || frame.name === "")
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

  /** What an interceptor wants: a refusal, other details, or nothing. */
  function verdictOn(event, details, { answer = {}, failure }) {
    if (failure === "too long") return { refusal: `${name} cannot be asked: the question is too long` };
    if (answer.block === true)
      return {
        outcome: "blocked",
        refusal: (isText(answer.reason) && answer.reason) || `blocked by ${name}`,
      };
    const [field, value] =
      event === "tool_call" ? ["tool_args", answer.modified_args] : ["text", answer.replace_text];
    const fits = event === "tool_call" ? isObject(value) : event === "assistant_message" && value;
    if (!fits || JSON.stringify(value) === JSON.stringify(details[field])) return { outcome: failure };
    return { outcome: "rewritten", rewritten: { [field]: value } };
  }

  return {
    name,
    tools,
    ready: ready.then(() => told.has("session_start") && write({ type: "event", event: "session_start" })),
    event: (event) => told.has(event.event) && write({ type: "event", ...event }),
    asks: (event) => asked.has(event) && !gone,
    async intercept(event, details) {
      if (!asked.has(event) || gone) return {};
      const frame = { type: "event_intercept", event, ...details };
      const reply = await request(frame, { ms: deadlines.intercept, again: true });
      const { outcome, ...verdict } = verdictOn(event, details, reply);
      if (outcome !== undefined) log(`${event}: ${outcome}`);
      return verdict;
    },
    async call(tool, args) {
      const frame = { type: "tool_call", name: tool, args };
      const { answer, failure } = await request(frame, { ms: deadlines.tool, again: false });
      if (answer === undefined) return errorResult(`${name} gave no result for ${tool}: ${failure}`);
      const known = (answer.content ?? []).filter(({ type }) => type === "text" || type === "image");
      const content = known.length > 0 ? known : [{ type: "text", text: "(nothing)" }];
      const broken = content.some(({ type, data }) => type === "image" && !isBase64(data));
      return { is_error: answer.is_error === true || broken, content };
    },
    async stop() {
      stopping = true;
      if (greeted) write({ type: "shutdown" });
      child.stdin.end();
      const patience = greeted ? deadlines.stop : 0;
      const ladder = [setTimeout(() => signal("SIGTERM"), patience)];
      ladder.push(setTimeout(() => signal("SIGKILL"), patience + deadlines.kill));
      await ended;
      // A child that it leaves behind has to end too. What is dead and was not fetched is not waited for.
      const last = performance.now() + patience + 2 * deadlines.kill;
      while (signal(0) && performance.now() < last) await sleep(20);
      for (const timer of ladder) clearTimeout(timer);
    },
  };
}
