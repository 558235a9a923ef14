/** First cases, by what a requirement is about. */
import type { TargetKind } from "../case/format.js";

/** How a case begins. */
export interface CaseTemplate {
  /** The requirement that it proves as it is; for another one, what has to come of it is still to be written. */
  readonly proves?: string;
  /** Everything from the fields of the case to its steps. */
  readonly body: string;
}

const tool: CaseTemplate = {
  proves: "ext.tool.one-result",
  body: `# The case is run once for each tool that the extension registers; \`tool\` is the one at hand.
each: tool
# Tools may act on the world: it is run with --allow-tools, or with consent in extproto.check.yaml.
consent: tools
steps:
  - host sends: { type: tool_call, id: call-1, name: { $ref: tool.name }, args: { $args: valid } }
  - host receives: { type: tool_result, id: call-1 }
    # As long as --tool-timeout says.
    within: { $deadline: tool }
`,
};

const command: CaseTemplate = {
  proves: "ext.command.one-response",
  body: `# The case is run once for each command that the extension registers; \`command\` is the one at hand.
each: command
# Commands may act on the world: it is run with --allow-tools, or with consent in extproto.check.yaml.
consent: tools
steps:
  - host sends: { type: command_invoked, id: c-1, name: { $ref: command.name }, args: { $ref: command.args } }
  - host receives: { type: command_response, id: c-1 }
    # As long as --tool-timeout says.
    within: { $deadline: command }
`,
};

const intercept: CaseTemplate = {
  proves: "ext.intercept.one-answer",
  body: `needs: [{ intercepts: tool_call }]
steps:
  - host sends: { type: event_intercept, id: i-1, event: tool_call, tool_id: toolu_1, tool_name: bash, tool_args: { command: ls } }
  - host receives: { type: event_intercept_response, id: i-1 }
    within: { $deadline: intercept }
`,
};

const event: CaseTemplate = {
  body: `needs: [subscribes]
steps:
  - host sends: { type: event, event: turn_start, step: 1 }
  # It still answers whatever it can be asked.
  - host fence
`,
};

const panel: CaseTemplate = {
  body: `# \`target.panel\` is the first panel that a command of the extension opens.
needs: [panel]
consent: tools
steps:
  - host sends: { type: command_invoked, id: c-1, name: { $ref: target.panel.command } }
  - host receives: { type: command_response, id: c-1, action: open_panel }
    within: { $deadline: command }
    given: true
  - host sends: { type: panel_key, panel_id: { $ref: target.panel.id }, key: down }
`,
};

const shutdown: CaseTemplate = {
  proves: "ext.shutdown.prompt-exit",
  body: `steps:
  - host sends: { type: shutdown }
  - host receives: { type: shutdown_ack }
    within: { $deadline: shutdown }
  - host exits: { signal: null }
    within: { $deadline: shutdown }
`,
};

const opening: CaseTemplate = {
  body: `# The steps begin with the process; without this, after its registrations.
begin: spawned
steps:
  - host receives: { type: hello }
    given: true
  - host sends: { type: hello_ack }
`,
};

const hostTool: CaseTemplate = {
  proves: "ext.tool.call-to-owner",
  body: `extensions:
  probe: { tools: [greet] }
model:
  - call: { tool: greet, args: { name: Ada } }
  - say: done
steps:
  - client sends: { type: prompt, id: p1, message: go }
  - probe receives: { type: tool_call, name: greet, args: { name: Ada } }
    as: call
  - probe sends: { type: tool_result, id: { $ref: call.id }, content: [{ type: text, text: "hello Ada" }] }
  - client receives: { type: done }
`,
};

const hostCommand: CaseTemplate = {
  body: `extensions:
  probe: { commands: [weather] }
steps:
  - user invokes: { name: weather, args: berlin }
  - probe receives: { type: command_invoked, name: weather, args: berlin }
    as: call
  - probe sends: { type: command_response, id: { $ref: call.id }, action: display, display: sunny }
  - user sees: sunny
`,
};

const hostIntercept: CaseTemplate = {
  body: `extensions:
  probe: { intercept: [tool_call] }
model:
  - call: { tool: bash, args: { command: echo ran } }
  - say: done
steps:
  - client sends: { type: prompt, id: p1, message: go }
  - probe receives: { type: event_intercept, event: tool_call, tool_args: { command: echo ran } }
    as: ask
  - probe sends: { type: event_intercept_response, id: { $ref: ask.id } }
  - client receives: { type: done }
`,
};

const hostEvent: CaseTemplate = {
  body: `extensions:
  probe: { subscribe: [turn_start, turn_end] }
model:
  - say: done
steps:
  - client sends: { type: prompt, id: p1, message: go }
  - probe receives: { type: event, event: turn_end }
  - client receives: { type: done }
`,
};

const hostPanel: CaseTemplate = {
  body: `extensions:
  probe: { commands: [todos] }
steps:
  - user invokes: /todos
  - probe receives: { type: command_invoked }
    as: call
  - probe sends: { type: command_response, id: { $ref: call.id }, action: open_panel, open_panel: { id: main, title: My errands, lines: [buy apples], footer: "" } }
  - user sees: buy apples
`,
};

const hostShutdown: CaseTemplate = {
  body: `extensions:
  probe: {}
steps:
  - client closes: stdin
  - probe receives: { type: shutdown }
  - client exits: { code: 0 }
`,
};

const hostReload: CaseTemplate = {
  body: `extensions:
  probe: {}
steps:
  - user reloads
  - probe receives: { type: shutdown }
`,
};

const hostProgram: CaseTemplate = {
  body: `# Nobody drives the host here: its program is run to its end.
steps:
  - user runs: [ext, list]
  - user gets: { code: 0 }
`,
};

const hostOpening: CaseTemplate = {
  body: `extensions:
  # By itself a probe says hello before the first step; here each of its frames is a step.
  probe: { handshake: manual }
steps:
  - probe sends: { type: hello, name: probe, version: 1.0.0 }
  - probe receives: { type: hello_ack }
`,
};

const server: CaseTemplate = {
  body: `model:
  - say: hello
steps:
  - client sends: { type: prompt, id: p1, message: go }
  - client receives: { type: response, id: p1, command: prompt, success: true }
  - client receives: { type: done }
`,
};

const client: CaseTemplate = {
  proves: "rpc.event.client-end",
  body: `steps:
  - server receives: { type: prompt }
    as: prompt
  - server sends: { type: response, id: { $ref: prompt.id }, command: prompt, success: true, data: { started: true } }
  - server sends: { type: text_delta, delta: hello }
  - server sends: { type: done }
    label: over
  - user exits: { code: 0 }
    after: over
`,
};

interface Templates {
  /** Where no requirement is named. */
  readonly usual: CaseTemplate;
  /** By the beginning of the requirement's id. */
  readonly about: Readonly<Record<string, CaseTemplate>>;
  /** For every other requirement. */
  readonly other: CaseTemplate;
}

const templates: Readonly<Record<TargetKind, Templates>> = {
  extension: {
    usual: tool,
    about: {
      "ext.tool.": tool,
      "ext.command.": command,
      "ext.intercept.": intercept,
      "ext.event.": event,
      "ext.panel.": panel,
      "ext.shutdown.": shutdown,
      "add.tool-": tool,
    },
    other: opening,
  },
  host: {
    usual: hostTool,
    about: {
      "ext.tool.": hostTool,
      "ext.command.": hostCommand,
      "ext.intercept.": hostIntercept,
      "ext.event.": hostEvent,
      "ext.subscribe.": hostEvent,
      "ext.panel.": hostPanel,
      "ext.shutdown.": hostShutdown,
      "ext.reload.": hostReload,
      "ext.cli.": hostProgram,
      "add.tool-": hostTool,
      "add.on-failure.": hostIntercept,
      "add.panels.": hostPanel,
      "add.slash-commands.": hostCommand,
      "rpc.": server,
    },
    other: hostOpening,
  },
  client: { usual: client, about: {}, other: client },
};

/** The beginning of a case about a requirement. */
export function templateFor(target: TargetKind, requirement: string | undefined): CaseTemplate {
  const { usual, about, other } = templates[target];
  if (requirement === undefined) return usual;
  return Object.entries(about).find(([beginning]) => requirement.startsWith(beginning))?.[1] ?? other;
}
