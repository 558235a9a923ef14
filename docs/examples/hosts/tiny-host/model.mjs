/** One call of a model that speaks Anthropic's Messages format, read to its end. */
const stops = { tool_use: "tool_use", max_tokens: "length" };

export async function callModel({ url, model, messages, tools, signal, onStart }) {
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY ?? "none" },
    body: JSON.stringify({
      ...{ model, max_tokens: 8_000, stream: true, messages: messages.map(toWire) },
      tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    }),
  });
  if (!response.ok)
    throw new Error(`the model answers with status ${response.status}: ${await response.text()}`);
  const answer = {
    text: "",
    calls: [],
    stop: "end_turn",
    usage: { input: 0, output: 0, cache_read: 0, cache_write: 0 },
  };
  const blocks = [];
  for await (const { type, ...event } of events(response.body)) {
    if (type === "message_start") onStart();
    if (type === "error") throw new Error(event.error.message);
    if (type === "content_block_start") blocks[event.index] = { ...event.content_block, json: "" };
    if (type === "content_block_delta") {
      const block = blocks[event.index];
      if (event.delta.type === "text_delta") block.text += event.delta.text;
      else block.json += event.delta.partial_json;
    }
    if (type === "message_delta") answer.stop = stops[event.delta.stop_reason] ?? "end_turn";
  }
  answer.text = blocks
    .filter(({ type }) => type === "text")
    .map(({ text }) => text)
    .join("\n");
  answer.calls = blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, json }) => ({ id, name, input: argumentsOf(json) }));
  return answer;
}

function argumentsOf(json) {
  try {
    const value = JSON.parse(json === "" ? "{}" : json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
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
    return { type: "tool_use", id: block.id, name: block.name, input: block.args };
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
