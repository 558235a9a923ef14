// The fields of every frame come in the reverse order, at every depth.
function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).reverse();
  return Object.fromEntries(fields.map(([key, item]) => [key, reversed(item)]));
}

export function line(text) {
  return JSON.stringify(reversed(JSON.parse(text)));
}
