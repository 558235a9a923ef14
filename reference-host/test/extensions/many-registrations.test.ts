/** What registrations cost, in the time of the same number before `ready`: a ratio, so that no machine is too slow. */
import { expect, test } from "vitest";
import { patient, startWith } from "./running-manager.js";

const count = 20_000;
/** Work that grew with the number of tools would take hundreds of times as long. */
const most = 5;

test("tools cost no more after ready than before it, nor does taking them back", async () => {
  const code = `
const frames = (prefix, frame) => Array.from({ length: ${count} }, (_, at) => JSON.stringify(frame(prefix + at)) + "\\n").join("");
const write = (text) => process.stdout.write(text);
const register = (name) => ({ ...tool(name), name });
const unregister = (name) => ({ type: "unregister_tool", name });
send({ type: "hello", name: "many", version: "1.0.0", capabilities: ["tools", "commands", "dynamic_tools"] });
send({ type: "register_command", name: "late", description: "" });
send({ type: "register_command", name: "back", description: "" });
write(frames("early_", register));
send({ type: "ready" });
onFrame((frame) => {
  if (leave(frame) || frame.type !== "command_invoked") return;
  write(frame.name === "late" ? frames("late_", register) : frames("late_", unregister));
  send({ type: "command_response", id: frame.id, action: "noop" });
});`;
  const from = performance.now();
  const { manager } = await startWith([{ name: "many", code }], {
    deadlines: { hello: 60_000, readyGrace: 60_000, readyIdle: 60_000, command: 60_000 },
  });
  const before = performance.now() - from;
  expect(manager.tools()).toHaveLength(count);

  const timed = async (command: string) => {
    const start = performance.now();
    expect(await manager.invokeCommand(command, "", patient)).toMatchObject({ action: "noop" });
    return performance.now() - start;
  };
  const late = await timed("late");
  expect(manager.tools()).toHaveLength(2 * count);
  const back = await timed("back");
  expect(manager.tools()).toHaveLength(count);
  expect({ late: late / before, back: back / before }).toEqual({
    late: expect.toSatisfy((ratio: number) => ratio < most),
    back: expect.toSatisfy((ratio: number) => ratio < most),
  });
});
