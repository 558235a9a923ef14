/** One call of a model that speaks Anthropic's Messages format, read to its end. */
import { isObject } from "./frames.mjs";

const stops = { tool_use: "tool_use", max_tokens: "length" };

const counts = {
  input_tokens: "input",
  output_tokens: "output",
  cache_read_input_tokens: "cache_read",
  cache_creation_input_tokens: "cache_write",
};

/** `onStart` and `onText` are told what arrives; `usage` is counted up, also where the answer breaks off. */
export async function callModel({ server, model, system, messages, tools, signal, usage, onStart, onText }) {
  const response = await fetch(`${server.url}/v1/messages`, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json", "x-api-key": server.key },
    body: JSON.stringify({
      ...{ model, system, max_tokens: 8_000, stream: true, messages: messages.map(toWire) },
      tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    }),
  });
  if (!response.ok)
    throw new Error(`the model answers with status ${response.status}: ${await response.text()}`);
  const answer = { text: "", calls: [], stop: undefined };
  const add = (text) => {
    answer.text += text;
    if (text !== "") onText(text);
  };
  const blocks = [];
  for await (const { type, ...event } of events(response.body)) {
    for (const [name, count] of Object.entries(counts))
      usage[count] = (event.message ?? event).usage?.[name] ?? usage[count];
    if (type === "message_start") onStart();
    if (type === "error") throw new Error(event.error.message);
    if (type === "content_block_start") {
      if (event.content_block.type === "text" && answer.text !== "") add("\n");
      blocks[event.index] = { ...event.content_block, json: "" };
    }
    if (type === "content_block_delta") {
      if (event.delta.type === "text_delta") add(event.delta.text);
      else blocks[event.index].json += event.delta.partial_json ?? "";
    }
    if (type === "message_delta") answer.stop = stops[event.delta.stop_reason] ?? "end_turn";
  }
  if (answer.stop === undefined) throw new Error("the answer of the model broke off");
  answer.calls = blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, json }) => ({ type: "tool_call", id, name, args: argumentsOf(json) }));
  return answer;
}

/** Null where the model wrote something else than an object. */
function argumentsOf(json) {
  try {
    const value = JSON.parse(json === "" ? "{}" : json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

async function* events(body) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r?\n/);
    text = lines.pop();
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}

function toWire({ role, content }) {
  return { role: role === "tool" ? "user" : role, content: content.map(blockToWire) };
}

function blockToWire(block) {
  if (block.type === "tool_call")
    return { type: "tool_use", id: block.id, name: block.name, input: block.args ?? {} };
  if (block.type === "image")
    return { type: "image", source: { type: "base64", media_type: block.mime_type, data: block.data } };
  if (block.type !== "tool_result") return block;
  return {
    type: "tool_result",
    tool_use_id: block.call_id,
    is_error: block.is_error,
    content: block.content.map(blockToWire),
  };
}
