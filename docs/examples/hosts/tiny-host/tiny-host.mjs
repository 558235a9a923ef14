/**
 * A host in one sitting: an RPC server that talks to an Anthropic-style model and runs extensions.
 * It has no terminal, no `ext` commands and none of the additions; tiny-host.yaml tells the kit so.
 *
 *   node tiny-host.mjs --base-url URL [--model ID] [--ext DIR]...
 */
import { createAgent, shown } from "./agent.mjs";
import { findExtensions } from "./discover.mjs";
import { startExtension } from "./extension.mjs";
import { readFlags } from "./flags.mjs";
import { isBase64, isImage, isText, parsed } from "./frames.mjs";
import { lines } from "./lines.mjs";

const report = (text) => process.stderr.write(`tiny-host: ${text}\n`);
const flags = readFlags(report);
const { model } = flags;
const token = process.env.ZOTCORE_RPC_TOKEN;
let authorised = !token;
let leaving = false;
let running;
let ending = false;
const queue = [];
const early = [];

const send = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const respond = (command, id, answer) =>
  send({ type: "response", ...(id ? { id } : {}), command, ...answer });
const extensions = [];
const agent = createAgent({ ...flags, extensions, send });
for (const found of findExtensions({ ...flags, report }))
  extensions.push(startExtension(found, { model, taken: agent.taken, onNote, onFailure }));

function onFailure(name, why) {
  report(`${name}: ${why}`);
}

/** A client that has not said who it is gets its notes later. */
function onNote(extension, { level, message }) {
  const known = ["info", "success", "warn", "error"].includes(level) ? level : "info";
  const note = { type: "ext_notify", extension, level: known, message };
  if (authorised) send(note);
  else early.push(note);
}

function mustBeIdle() {
  if (running !== undefined) throw new Error("the server is busy");
}

const commands = {
  ping: () => ({ pong: true }),
  hello: () => ({ protocol_version: 1, version: "0.1.0", provider: "anthropic", model }),
  get_messages: () => ({
    messages: agent.messages.map((message) => ({ ...message, content: message.content.map(shown) })),
  }),
  abort: () => void running?.abort(),
  clear() {
    mustBeIdle();
    agent.messages.splice(0);
  },
  get_models: () => ({
    models: [{ id: model, provider: "anthropic", context_window: 0, max_output: 0, reasoning: false }],
  }),
  set_model({ model: wanted }) {
    mustBeIdle();
    if (wanted !== model) throw new Error(`unknown model ${JSON.stringify(wanted)}`);
    return { model };
  },
  get_state: () => ({
    ...{ provider: "anthropic", model, cwd: process.cwd(), message_count: agent.messages.length },
    ...{ busy: running !== undefined, usage: agent.totals },
  }),
};

/** Commands that are queued: each gives what is to be done when its turn comes. */
const operations = {
  prompt({ message, images }) {
    if (!isText(message)) throw new Error("the message has to be a text");
    const pictures = images ?? [];
    if (!Array.isArray(pictures) || !pictures.every((each) => isImage(each) && isBase64(each.data)))
      throw new Error("the images have to be a list with mime_type and data in base64");
    if (message === "" && pictures.length === 0) throw new Error("the prompt is empty");
    const content = pictures.map(({ mime_type, data }) => ({ type: "image", mime_type, data }));
    if (message !== "") content.unshift({ type: "text", text: message });
    return (signal) => agent.prompt(content, signal);
  },
  compact: () => agent.compact,
};

async function next() {
  const operation = queue.shift();
  if (operation === undefined) return ending ? leave(0) : undefined;
  running = new AbortController();
  respond(operation.type, operation.id, { success: true, data: { started: true } });
  await operation.work(running.signal);
  running = undefined;
  send({ type: "done" });
  return next();
}

function take(line) {
  if (leaving || line?.trim() === "") return;
  const frame = line === undefined ? undefined : parsed(line);
  if (!isText(frame?.type) || !isText(frame.id ?? "")) {
    respond("", undefined, { success: false, error: "malformed line" });
    return authorised ? undefined : leave(1);
  }
  const { type, id } = frame;
  if (!authorised) {
    if (type !== "hello" || frame.token !== token) {
      respond(type, id, { success: false, error: "invalid token" });
      return leave(1);
    }
    authorised = true;
  }
  try {
    if (Object.hasOwn(operations, type)) {
      queue.push({ type, id, work: operations[type](frame) });
      if (running === undefined) next();
      return;
    }
    if (!Object.hasOwn(commands, type)) throw new Error(`unknown command ${type}`);
    const data = commands[type](frame);
    respond(type, id, { success: true, ...(data === undefined ? {} : { data }) });
  } catch (error) {
    respond(type, id, { success: false, error: error.message });
  }
  for (const note of early.splice(0)) send(note);
}

async function leave(status) {
  if (leaving) return;
  leaving = true;
  await Promise.all(extensions.map((each) => each.stop()));
  process.exit(status);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => leave(1));
lines(process.stdin, {
  longest: 16 * 1024 * 1024,
  onLine: take,
  onTooLong: () => take(undefined),
  onEnd() {
    ending = true;
    if (running === undefined) leave(0);
  },
});
