/** For each observation the plainest exchange that makes it: what a host has is asked before it is judged by it. */
import type { Case } from "../../case/format.js";
import { readWholeCase } from "../../case/load.js";
import { observations } from "../../case/observations.js";

const prompt = "- client sends: { type: prompt, id: p1, message: go }";
const heard = (pattern: string) => `steps:\n  ${prompt}\n  - client receives: ${pattern}`;
const answered = (query: string) => `steps:
  - client sends: { type: ${query}, id: q1 }
  - client receives: { type: response, id: q1, command: ${query}, success: true }`;

const saying = "model:\n  - say: well";
const calling = "model:\n  - call: { tool: note }\n  - say: well";
const answering = `
  - first receives: { type: tool_call }
    as: call
  - first sends: { type: tool_result, id: { $ref: call.id }, content: [] }`;

const asked = (event: string, model: string) => `extensions:
  first: { tools: [note], intercept: [${event}] }
${model}
steps:
  ${prompt}
  - first receives: { type: event_intercept, event: ${event} }`;

const told = (event: string, model: string, answers = "") => `extensions:
  first: { tools: [note], subscribe: [${event}] }
${model}
steps:
  ${prompt}${answers}
  - first receives: { type: event, event: ${event} }`;

const invoked = `extensions:
  first: { commands: [hail] }
steps:
  - user invokes: /hail
  - first receives: { type: command_invoked }
    as: call`;

const opened = `${invoked}
  - first sends:
      type: command_response
      id: { $ref: call.id }
      action: open_panel
      open_panel: { id: main, title: errands, lines: [buy apples] }`;

/** By the name of the observation. */
const exchanges: Readonly<Record<string, string>> = {
  "done over RPC": `${saying}\n${heard("{ type: done }")}`,
  "user_message over RPC": `${saying}\n${heard("{ type: user_message }")}`,
  "turn_start over RPC": `${saying}\n${heard("{ type: turn_start }")}`,
  "turn_end over RPC": `${saying}\n${heard("{ type: turn_end }")}`,
  "assistant_message over RPC": `${saying}\n${heard("{ type: assistant_message }")}`,
  "text_delta over RPC": `${saying}\n${heard("{ type: text_delta }")}`,
  "error over RPC": `model:\n  - error: 400\n${heard("{ type: error }")}`,
  "tool_call over RPC": `extensions:\n  first: { tools: [note] }\n${calling}\n${heard("{ type: tool_call }")}`,
  "tool_result over RPC": `extensions:
  first: { tools: [note] }
${calling}
steps:
  ${prompt}${answering}
  - client receives: { type: tool_result }`,
  "compact_done over RPC": `model:
  - say: a first answer
  - say: a second answer
  - say: a third answer
  - say: The summary of it all.
steps:
  ${prompt}
  - client sends: { type: prompt, id: p2, message: on }
  - client sends: { type: prompt, id: p3, message: and on }
  - client sends: { type: compact, id: k1 }
  - client receives: { type: compact_done }`,
  "ext_notify over RPC": `extensions:
  first: {}
steps:
  - client fence
  - first sends: { type: notify, level: info, message: a note }
  - client receives: { type: ext_notify, message: a note }`,
  "ext_panel_open over RPC": `needs: [{ rpc: panels }]
${opened}
  - client receives: { type: ext_panel_open }`,
  "tool_approval_request over RPC": `needs: [{ rpc: tool_approval }]
flags: [--no-yolo]
extensions:
  first: { tools: [note] }
${calling}
${heard("{ type: tool_approval_request }")}`,
  "the answer to get_messages": answered("get_messages"),
  "the answer to get_state": answered("get_state"),
  "the answer to get_models": answered("get_models"),
  "the answer to ping": answered("ping"),
  "calls of the model": `${saying}\nsteps:\n  ${prompt}\n  - model receives: { messages: { $present: true } }`,
  "tool_call to an extension": `extensions:
  first: { tools: [note] }
${calling}
steps:
  ${prompt}
  - first receives: { type: tool_call }`,
  "command_invoked to an extension": invoked,
  "panel_key to an extension": `${opened}
  - user sees: buy apples
  - user presses: a
  - first receives: { type: panel_key }`,
  "shutdown to an extension": `extensions:
  first: {}
steps:
  - client stops: true
  - first receives: { type: shutdown }`,
  "interception of tool_call": asked("tool_call", calling),
  "interception of turn_start": asked("turn_start", saying),
  "interception of assistant_message": asked("assistant_message", saying),
  "the event session_start": told("session_start", saying),
  "the event turn_start": told("turn_start", saying),
  "the event tool_call": told("tool_call", calling),
  "the event turn_end": told("turn_end", saying),
  "the event assistant_message": told("assistant_message", saying),
  "notes on the screen": `extensions:
  first: {}
steps:
  - user fence
  - first sends: { type: notify, level: info, message: refreshed the cache }
  - user sees: refreshed the cache`,
  "texts of commands on the screen": `${invoked}
  - first sends: { type: command_response, id: { $ref: call.id }, action: display, display: twelve entries }
  - user sees: twelve entries`,
  "panels on the screen": `${opened}\n  - user sees: buy apples`,
};

/** The case that makes an observation. */
export function surveyCase(name: string): Case {
  return caseOf(name, exchanges[name] ?? "", observations[name] ?? []);
}

/** The case that starts the host and hears from it: over RPC, or whatever it shows to one who types. */
export function startCase(overRpc: boolean): Case {
  const steps = overRpc ? answered("ping") : 'steps:\n  - user sees: { $matches: "." }';
  return caseOf("start", steps, ["rpc.state.ping"]);
}

function caseOf(name: string, text: string, proves: readonly string[]): Case {
  const id = `survey/${name.replaceAll(" ", "-")}`;
  const head = `title: ${name}\nproves: [${proves.join(", ")}]\nfor: host\n`;
  return readWholeCase({ id, file: `${id}.yaml`, text: head + text });
}
