/** The agent: a conversation, its model calls and its tools. It knows neither where prompts come from nor who listens. */
import { callModel } from "./model.mjs";

const nothing = { input: 0, output: 0, cache_read: 0, cache_write: 0 };
const failed = (text) => ({ is_error: true, content: [{ type: "text", text }] });
const textBlocks = (text) => (text === "" ? [] : [{ type: "text", text }]);

/** An image is shown by its size. */
export function shown(block) {
  if (block.type === "tool_result") return { ...block, content: block.content.map(shown) };
  if (block.type !== "image") return block;
  return { type: "image", mime_type: block.mime_type, bytes: Buffer.from(block.data, "base64").length };
}

export function createAgent({ server, model, system, maxSteps, builtIns, extensions, send }) {
  const messages = [];
  const totals = { ...nothing, cost_usd: 0 };
  const tell = (event) => {
    for (const each of extensions) each.event(event);
  };

  function add(role, content) {
    const message = { role, content, time: new Date().toISOString() };
    if (content.length > 0) messages.push(message);
    return message;
  }

  /** Every tool with its owner. The host's own come first, then what was registered in time, in load order. */
  function tools() {
    const own = builtIns.map((owner) => ({ ...owner.definition, owner, rank: -1 }));
    const others = extensions.flatMap((owner, index) =>
      [...owner.tools.values()].map((tool) => ({
        ...tool,
        owner,
        rank: tool.late ?? index / extensions.length,
      })),
    );
    const all = [...own, ...others].sort((a, b) => a.rank - b.rank);
    return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  }

  /** Asks the interceptors one after the other; the first refusal is the last word. */
  async function intercept(event, asked, signal) {
    let details = asked;
    for (const each of extensions) {
      const { refusal, rewritten } = await untilAborted(each.intercept(event, details), signal);
      if (refusal !== undefined) return { refusal, by: each.name };
      details = { ...details, ...rewritten };
    }
    return { details };
  }

  async function runTool({ id, name, args }, signal) {
    const owner = tools().find((tool) => tool.name === name)?.owner;
    if (owner === undefined) return failed(`there is no tool ${name}`);
    if (args === null) return failed("the arguments could not be parsed as a JSON object");
    try {
      const asked = { tool_id: id, tool_name: name, tool_args: args };
      const { details, refusal } = await intercept("tool_call", asked, signal);
      if (refusal !== undefined) return failed(refusal);
      return await untilAborted(owner.call(name, details.tool_args, signal), signal);
    } catch (error) {
      return failed(signal.aborted ? "the prompt was aborted" : error.message);
    }
  }

  function turnEnd(stop, error) {
    const why = error === undefined ? {} : { error };
    send({ type: "turn_end", stop, ...why });
    tell({ event: "turn_end", stop, ...why });
  }

  function count(usage) {
    for (const name of Object.keys(nothing)) totals[name] += usage[name];
    send({ type: "usage", ...usage, cost_usd: 0, cumulative: totals });
  }

  /** One model call; the tools that the model asks for. */
  async function modelTurn(step, signal) {
    send({ type: "turn_start", step });
    tell({ event: "turn_start", step });
    try {
      const { refusal } = await intercept("turn_start", { step }, signal);
      if (refusal !== undefined) {
        turnEnd("error", refusal);
        return [];
      }
      const answer = await ask(signal);
      await show(answer, signal);
      for (const { id, name, args } of answer.calls) {
        send({ type: "tool_call", id, name, args });
        if (args !== null) tell({ event: "tool_call", tool_id: id, tool_name: name, tool_args: args });
      }
      turnEnd(answer.stop);
      return answer.calls;
    } catch (error) {
      if (signal.aborted) turnEnd("aborted");
      else {
        turnEnd("error", error.message);
        send({ type: "error", message: error.message });
      }
      return [];
    }
  }

  /** The answer of the model. Its text is held back while somebody may still change it. */
  async function ask(signal) {
    const usage = { ...nothing };
    const held = extensions.some((each) => each.asks("assistant_message"));
    let begun = false;
    const answer = await callModel({
      ...{ server, model, system, messages, signal, usage },
      tools: tools(),
      onStart: () => {
        begun = true;
        send({ type: "assistant_start" });
      },
      onText: (delta) => held || send({ type: "text_delta", delta }),
    }).finally(() => begun && count(usage));
    return { ...answer, held };
  }

  /** The user sees what the interceptors make of the text; the model goes on with what it wrote. */
  async function show({ text, calls, held }, signal) {
    const { details, refusal, by } =
      text === "" ? { details: { text } } : await intercept("assistant_message", { text }, signal);
    const { time } = add("assistant", [...textBlocks(text), ...calls]);
    if (refusal !== undefined)
      return send({ type: "ext_notify", extension: by, level: "warn", message: refusal });
    if (held && details.text !== "") send({ type: "text_delta", delta: details.text });
    send({ type: "assistant_message", content: [...textBlocks(details.text), ...calls], time });
    if (details.text !== "") tell({ event: "assistant_message", text: details.text });
  }

  return {
    messages,
    totals,
    taken: (name) => tools().some((tool) => tool.name === name),

    async prompt(content, signal) {
      const { time } = add("user", content);
      send({ type: "user_message", content: content.map(shown), time });
      const ready = Promise.all(extensions.map((each) => each.ready));
      await untilAborted(ready, signal).catch(() => {});
      if (signal.aborted) return;
      for (let step = 1; step <= maxSteps; step += 1) {
        const calls = await modelTurn(step, signal);
        if (calls.length === 0) return;
        const results = [];
        for (const call of calls) {
          const result = await runTool(call, signal);
          results.push({ type: "tool_result", call_id: call.id, ...result });
          send({ type: "tool_result", id: call.id, ...result, content: result.content.map(shown) });
        }
        add("tool", results);
        if (signal.aborted) return;
      }
      send({ type: "error", message: `the prompt reached the limit of ${maxSteps} model calls` });
    },

    /** Puts a summary in the place of the conversation. */
    async compact(signal) {
      try {
        if (messages.length === 0) throw new Error("there is nothing to summarise");
        const wish = `Summarise this conversation:\n${JSON.stringify(messages.map(({ role, content }) => ({ role, content: content.map(shown) })))}`;
        const { text } = await callModel({
          ...{ server, model, system, signal, usage: {}, tools: [], onStart: () => {}, onText: () => {} },
          messages: [{ role: "user", content: textBlocks(wish) }],
        });
        if (text === "") throw new Error("the model gave no summary");
        messages.splice(0);
        add("user", textBlocks(text));
        send({ type: "compact_done", summary: text });
      } catch (error) {
        if (!signal.aborted) send({ type: "error", message: error.message });
      }
    },
  };
}

/** The promise, or an error as soon as the operation is aborted. */
function untilAborted(promise, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("aborted"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
