/** Tool calls that a guard has to refuse, though each is hard to read in one language or another. */
import { type Command, Running } from "./extension-process.js";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Arguments of a call of `bash`, as text: JSON.stringify could not write all of them. */
const refused: Readonly<Record<string, string>> = {
  "a destructive command": `{"command":"rm -rf victim"}`,
  "half of a surrogate pair behind it": String.raw`{"command":"rm -rf victim/d; echo \ud800"}`,
  "halves of a surrogate pair in the wrong order": String.raw`{"command":"echo \udc00\ud800; rm -rf victim"}`,
  "half of a surrogate pair in another field": String.raw`{"command":"rm -rf victim","x":"\udfff"}`,
  "half of a surrogate pair in a name": String.raw`{"\ud800":1,"command":"rm -rf victim"}`,
  "a number in place of the command": `{"command":5}`,
  "a number with 5000 digits beside it": `{"command":"rm -rf victim","x":${"9".repeat(5000)}}`,
  "a list in place of the command": `{"command":["rm -rf victim"]}`,
  "the command twice": `{"command":"ls","command":"rm -rf victim"}`,
  "no command": "{}",
  ...Object.fromEntries(
    [100, 128, 1000, 9_990, 10_001, 100_000, 2_097_000].flatMap((depth) => [
      [`nesting of ${depth} beside it`, `{"command":"rm -rf victim","x":${nested(depth)}}`],
      [`nesting of ${depth} in its place`, `{"command":${nested(depth)}}`],
    ]),
  ),
};

/** Asks the guard everything, and whether a harmless call may run; gives what it let through. */
export async function letThrough(...command: Command): Promise<readonly string[]> {
  const guard = await Running.start(...command);
  const asked = { "a harmless command": `{"command":"ls"}`, ...refused };
  const passed: string[] = [];
  for (const [question, args] of Object.entries(asked)) {
    const id = JSON.stringify(question);
    guard.process.stdin.write(
      `{"type":"event_intercept","event":"tool_call","tool_id":"c","tool_name":"bash","tool_args":${args},"id":${id}}\n`,
    );
    const answer = await guard.line("event_intercept_response", question);
    if (answer.block !== true) passed.push(question);
  }
  guard.process.stdin.end();
  await guard.ended();
  return passed;
}
