// Everything in a string that can be escaped is: letters of keys and values, slashes, all that is not ASCII.
const most = 100_000;

function escaped(string) {
  const code = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return string.replace(/\\.|[^\\]/gs, (part) => {
    if (part.startsWith("\\")) return part;
    if (part === "/") return "\\/";
    return /[aeiou]|[^ -~]/.test(part) ? code(part) : part;
  });
}

export function line(text) {
  return text.length > most
    ? text
    : text.replace(/"(?:\\.|[^"\\])*"/g, (string) => `"${escaped(string.slice(1, -1))}"`);
}
