/**
 * A host in one sitting: an RPC server that talks to an Anthropic-style model and runs extensions.
 * It has no terminal, no `ext` commands and none of the additions; tiny-host.yaml tells the kit so.
 *
 *   node tiny-host.mjs --base-url URL [--model ID] [--ext DIR]...
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { bash } from "./bash.mjs";
import { findExtensions } from "./discover.mjs";
import { startExtension } from "./extension.mjs";
import { lines } from "./lines.mjs";
import { callModel } from "./model.mjs";

const { values: flags } = parseArgs({
  options: {
    "base-url": { type: "string" },
    model: { type: "string", default: "tiny-model" },
    ext: { type: "string", short: "e", multiple: true, default: [] },
    "no-ext": { type: "boolean", default: false },
    cwd: { type: "string", default: "." },
  },
});
const folders = flags.ext.map((dir) => resolve(dir));
process.chdir(flags.cwd);
const messages = [];
let running;
let waiting = Promise.resolve();
let leaving = false;
let authorised = !process.env.ZOTCORE_RPC_TOKEN;

const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const report = (text) => process.stderr.write(`tiny-host: ${text}\n`);
const found = findExtensions({ explicit: folders, discover: !flags["no-ext"], report });
const extensions = found.map((each) =>
  startExtension(each, {
    model: flags.model,
    onNote: (name, { level, message }) => {
      const known = ["info", "success", "warn", "error"].includes(level) ? level : "info";
      if (authorised) send({ type: "ext_notify", extension: name, level: known, message });
    },
    onFailure: (name, why) => report(`${name}: ${why}`),
  }),
);
const ready = Promise.all(extensions.map((each) => each.ready));
const tell = (event) => {
  for (const each of extensions) each.event(event);
};

/** Asks the interceptors one after the other; the first refusal is the last word. */
async function intercept(event, details, onRewrite) {
  for (const each of extensions) {
    const answer = await each.intercept(event, details());
    if (answer.block === true) return answer.reason || `blocked by ${each.name}`;
    onRewrite(answer);
  }
  return undefined;
}

/** One tool call of the model: what it was given back, and whether that is an error. */
async function runTool({ id, name, input }) {
  const owner = name === "bash" ? bash : extensions.find((each) => each.tools.has(name));
  if (owner === undefined) return failed(id, `there is no tool ${name}`);
  if (input === undefined) return failed(id, "the arguments could not be parsed as a JSON object");
  let args = input;
  const refusal = await intercept(
    "tool_call",
    () => ({ tool_id: id, tool_name: name, tool_args: args }),
    (answer) => {
      if (isObject(answer.modified_args)) args = answer.modified_args;
    },
  );
  if (refusal !== undefined) return failed(id, refusal);
  const { content, is_error: isError } = await owner.call(name, args, running.signal);
  return { id, isError, content };
}

const failed = (id, text) => ({ id, isError: true, content: [{ type: "text", text }] });
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Its own tool, and those of the extensions; where two have one name, the first keeps it. */
function offered() {
  const all = [bash.definition, ...extensions.flatMap((each) => [...each.tools.values()])];
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

async function modelTurn(step) {
  send({ type: "turn_start", step });
  tell({ event: "turn_start", step });
  const refusal = await intercept(
    "turn_start",
    () => ({ step }),
    () => {},
  );
  if (refusal !== undefined) return turnEnd("error", refusal);
  let begun = false;
  const answer = await callModel({
    url: flags["base-url"],
    model: flags.model,
    messages,
    tools: offered(),
    signal: running.signal,
    onStart: () => {
      begun = true;
      send({ type: "assistant_start" });
    },
  });
  let text = answer.text;
  const silenced =
    text !== "" &&
    (await intercept(
      "assistant_message",
      () => ({ text }),
      (other) => {
        if (typeof other.replace_text === "string" && other.replace_text !== "") text = other.replace_text;
      },
    ));
  const shown = silenced ? [{ type: "text", text: silenced }] : text === "" ? [] : [{ type: "text", text }];
  if (begun && shown.length > 0) send({ type: "text_delta", delta: shown[0].text });
  const calls = answer.calls.map(({ id, name, input }) => ({
    type: "tool_call",
    id,
    name,
    args: input ?? {},
  }));
  messages.push({ role: "assistant", content: [...shown, ...calls], time: new Date().toISOString() });
  send({ type: "usage", ...answer.usage, cost_usd: 0, cumulative: { ...answer.usage, cost_usd: 0 } });
  send({ type: "assistant_message", content: [...shown, ...calls], time: new Date().toISOString() });
  if (!silenced && text !== "") tell({ event: "assistant_message", text });
  for (const { id, name, args } of calls) {
    send({ type: "tool_call", id, name, args });
    if (answer.calls.find((call) => call.id === id).input !== undefined)
      tell({ event: "tool_call", tool_id: id, tool_name: name, tool_args: args });
  }
  turnEnd(answer.stop);
  return answer.calls;
}

function turnEnd(stop, error) {
  const why = error === undefined ? {} : { error };
  send({ type: "turn_end", stop, ...why });
  tell({ event: "turn_end", stop, ...why });
}

async function prompt({ message }) {
  await ready;
  messages.push({ role: "user", content: [{ type: "text", text: message }], time: new Date().toISOString() });
  send({ type: "user_message", content: [{ type: "text", text: message }], time: new Date().toISOString() });
  try {
    for (let step = 1; ; step += 1) {
      const calls = await modelTurn(step);
      if (calls === undefined || calls.length === 0) return;
      const results = [];
      for (const call of calls) {
        const { id, isError, content } = await runTool(call);
        results.push({ type: "tool_result", call_id: id, is_error: isError, content });
        send({ type: "tool_result", id, is_error: isError, content: content.map(withoutData) });
      }
      messages.push({ role: "tool", content: results, time: new Date().toISOString() });
      running.signal.throwIfAborted();
    }
  } catch (error) {
    const aborted = running.signal.aborted;
    turnEnd(aborted ? "aborted" : "error", aborted ? undefined : error.message);
    if (!aborted) send({ type: "error", message: error.message });
  }
}

function withoutData(block) {
  if (block.type !== "image") return block;
  return { type: "image", mime_type: block.mime_type, bytes: Buffer.from(block.data, "base64").length };
}

const commands = {
  ping: () => ({ pong: true }),
  hello: () => ({ protocol_version: 1, version: "0.1.0", provider: "anthropic", model: flags.model }),
  get_messages: () => ({ messages }),
  clear: () => void messages.splice(0),
  abort: () => void running?.abort(),
  get_state: () => ({
    ...{ provider: "anthropic", model: flags.model, cwd: process.cwd(), message_count: messages.length },
    ...{
      busy: running !== undefined,
      usage: { input: 0, output: 0, cache_read: 0, cache_write: 0, cost_usd: 0 },
    },
  }),
};

function respond(command, id, answer) {
  send({ type: "response", ...(id ? { id } : {}), command, ...answer });
}

function take(line) {
  if (leaving || line.trim() === "") return;
  let frame;
  try {
    frame = JSON.parse(line);
  } catch {
    frame = undefined;
  }
  const wellFormed =
    isObject(frame) &&
    typeof frame.type === "string" &&
    ["string", "undefined"].includes(typeof (frame.id ?? undefined));
  if (!wellFormed) {
    respond("", undefined, { success: false, error: "malformed line" });
    return authorised ? undefined : leave(1);
  }
  const { type, id } = frame;
  if (!authorised) {
    if (type !== "hello" || frame.token !== process.env.ZOTCORE_RPC_TOKEN) {
      respond(type, id, { success: false, error: "invalid token" });
      return leave(1);
    }
    authorised = true;
  }
  if (type === "prompt") {
    if (typeof frame.message !== "string" || frame.message === "")
      return respond(type, id, { success: false, error: "the prompt is empty" });
    waiting = waiting.then(async () => {
      running = new AbortController();
      respond(type, id, { success: true, data: { started: true } });
      await prompt(frame);
      running = undefined;
      send({ type: "done" });
    });
    return;
  }
  if (!Object.hasOwn(commands, type))
    return respond(type, id, { success: false, error: `unknown command ${type}` });
  const data = commands[type](frame);
  respond(type, id, { success: true, ...(data === undefined ? {} : { data }) });
}

async function leave(status) {
  if (leaving) return;
  leaving = true;
  await Promise.all(extensions.map((each) => each.stop()));
  process.exit(status);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => leave(1));
lines(process.stdin, take, async () => {
  await waiting;
  await leave(0);
});
