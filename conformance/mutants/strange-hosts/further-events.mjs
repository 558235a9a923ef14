// Behind every answer to its client the server says something that the client does not know.
export function line(text, stream) {
  if (stream !== process.stdout || !text.includes('"success":true')) return text;
  return `${text}\n${JSON.stringify({ type: "x_heartbeat", load: 0.5, content: [] })}`;
}
