/** What a frame of an extension has to look like. A field that is null counts as one that is not there. */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (value) => typeof value === "string";
export const isTexts = (value) => Array.isArray(value) && value.every(isText);
const isFlag = (value) => typeof value === "boolean";

/** An image, as an extension gives it to the model or a client to a prompt. */
export const isImage = (value) =>
  isObject(value) && isText(value.mime_type) && value.mime_type !== "" && isText(value.data);
export const isBase64 = (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function isBlock(block) {
  if (!isObject(block) || !isText(block.type)) return false;
  return block.type === "text" ? isText(block.text) : block.type !== "image" || isImage(block);
}

const shapes = {
  ready: {},
  shutdown_ack: {},
  register_command: { name: isText, description: isText },
  register_tool: { name: isText, description: isText, schema: isObject },
  subscribe: { events: isTexts, intercept: isTexts },
  notify: { level: isText, message: isText },
  tool_result: { content: (value) => Array.isArray(value) && value.every(isBlock), is_error: isFlag },
  event_intercept_response: { block: isFlag, reason: isText, replace_text: isText },
};
const needed = { register_command: ["name"], register_tool: ["name"], notify: ["level", "message"] };

/** What is wrong with a frame of a known type; undefined where nothing is, or where nobody knows the type. */
export function fault(frame) {
  if (!Object.hasOwn(shapes, frame.type)) return undefined;
  const missing = needed[frame.type]?.find((field) => (frame[field] ?? undefined) === undefined);
  if (missing !== undefined) return `it has no ${missing}`;
  const wrong = Object.entries(shapes[frame.type]).find(
    ([field, fits]) => (frame[field] ?? undefined) !== undefined && !fits(frame[field]),
  );
  return wrong && `its ${wrong[0]} is of another type`;
}

/** The object in a line; undefined where it holds none. */
export function parsed(line) {
  try {
    const value = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
