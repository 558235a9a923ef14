// Every frame has fields that no definition knows: before the others, after them, and of every type.
const most = 100_000;

export function line(text) {
  // A frame that is nearly too long stays as it is.
  if (text.length > most) return text;
  const further = { x_none: null, x_list: [{ type: "ready" }, "hello"], x_deep: { id: "1", a: { b: [] } } };
  return JSON.stringify({ x_first: true, ...JSON.parse(text), ...further, x_number: -1.5e-7 });
}
