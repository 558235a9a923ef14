import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { surveyCase } from "../targets/host/survey-cases.js";
import { plainSteps } from "./evidence.js";
import type { AwaitStep, Case } from "./format.js";
import { loadCases } from "./load.js";
import { observationOf, observations, reliesOn, seenThrough } from "./observations.js";
import { requirements } from "./register.js";

const cases = loadCases(fileURLToPath(new URL("../../cases", import.meta.url))).cases.filter(
  (theCase) => theCase.for === "host",
);
const awaits = (theCase: Case): readonly AwaitStep[] =>
  plainSteps(theCase).filter((step) => step.kind === "await");

/** Seen only by cases that are about it, or about the start of a process, which every run needs. */
const besides = [
  "assistant_start over RPC",
  "ext_display over RPC",
  "ext_insert over RPC",
  "ext_intercept over RPC",
  "ext_panel_close over RPC",
  "ext_panel_render over RPC",
  "ext_submit over RPC",
  "hello_ack to an extension",
  "panel_close to an extension",
  "tool_cancel to an extension",
  "tool_progress over RPC",
  "usage over RPC",
  // Commands that do something: their answers are looked at for what they did.
  ...[
    "abort",
    "clear",
    "compact",
    "hello",
    "invoke_command",
    "levitate",
    "list_commands",
    "list_extensions",
  ].map((command) => `the answer to ${command}`),
  ...["no_such_command", "panel_close", "panel_key", "prompt", "reload_extensions", "set_model"].map(
    (command) => `the answer to ${command}`,
  ),
  "the answer to tool_approval",
  // A line that is no command is answered too.
  "the answer to ",
];

describe("what cases see something else through", () => {
  it.each(Object.entries(observations))("%s is proved by a case that looks at it", (name, about) => {
    for (const id of about) expect(requirements().has(id), id).toBe(true);
    const proving = cases.filter((theCase) =>
      awaits(theCase).some(
        (step) => observationOf(theCase, step) === name && seenThrough(theCase, step) === undefined,
      ),
    );
    expect(proving.map(({ id }) => id)).not.toEqual([]);
  });

  it.each(Object.keys(observations))("%s is asked for by a short exchange of its own", (name) => {
    const survey = surveyCase(name);
    const last = awaits(survey).at(-1);
    expect(last === undefined ? undefined : observationOf(survey, last)).toBe(name);
  });

  it("every frame that a case waits for is one of them, or only looked at for its own sake", () => {
    const unknown = cases.flatMap((theCase) =>
      awaits(theCase)
        .map((step) => observationOf(theCase, step))
        .filter((name) => name !== undefined && !Object.hasOwn(observations, name))
        .filter((name) => name !== undefined && !besides.includes(name))
        .map((name) => `${theCase.id}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it("are found in a case by themselves", () => {
    const find = (id: string) => cases.find((theCase) => theCase.id === id) as Case;
    expect([...reliesOn(find("host/framing/any-chunking"))]).toEqual(["ext_notify over RPC"]);
    expect([...reliesOn(find("host/rpc/ext-notify"))]).toEqual([
      "tool_call to an extension",
      "done over RPC",
    ]);
    expect([...reliesOn(find("host/panels/owner-gone"))]).toContain("panels on the screen");
    expect([...reliesOn(find("host/events-and-interception/tool-call-rewrite-hidden"))]).toEqual([
      "interception of tool_call",
      "calls of the model",
      "done over RPC",
      "the answer to get_messages",
    ]);
  });
});
