// The other end of the bare pipe. `frames`: each line is parsed and answered with a frame that carries its id.
// `bytes`: each line is answered with the same bytes, so that two pipes and two event loops are all there is.
const [mode, text] = process.argv.slice(2);
const bytes = Buffer.from(`${JSON.stringify(answer("t1000"))}\n`);

function answer(id) {
  return { type: "tool_result", id, content: [{ type: "text", text }] };
}

let rest = "";
if (mode === "frames") {
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) process.stdout.write(`${JSON.stringify(answer(JSON.parse(line).id))}\n`);
  });
} else {
  process.stdin.on("data", (chunk) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) process.stdout.write(bytes);
  });
}
