/** Skills that come with the host. */

/** A skill that is part of the program. */
export interface BuiltinSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

const writeExtension = `An extension is a program that exchanges one JSON object per line with the host: it reads stdin and writes stdout. Logs go to stderr, never to stdout.

## Files

Put the extension into a directory with a manifest \`extension.json\`:

\`\`\`json
{"name": "weather", "version": "1.0.0", "exec": "python3", "args": ["weather.py"], "description": "Weather for a city"}
\`\`\`

\`exec\` with a slash is relative to the directory; a bare word is looked up in PATH. For one project the directory belongs into \`./.zot/extensions/<name>/\`, for all projects into \`$ZOT_HOME/extensions/<name>/\`. While you work on it, start the host with \`--ext <directory>\`.

## Frames, in order

1. Write \`{"type":"hello","name":"weather","version":"1.0.0","capabilities":["tools"]}\` as the first line, at once. The name is that of the manifest.
2. The host answers \`hello_ack\` with \`cwd\`, \`data_dir\` and more. Keep data in \`data_dir\`.
3. Register, then say \`{"type":"ready"}\`:
   - \`{"type":"register_tool","name":"weather","description":"...","schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}\`
   - \`{"type":"register_command","name":"weather","description":"..."}\`
   - \`{"type":"subscribe","events":["turn_start"],"intercept":["tool_call"]}\`
4. Answer what the host sends, each with the \`id\` it came with:
   - \`tool_call{id,name,args}\`: \`{"type":"tool_result","id":"...","content":[{"type":"text","text":"..."}]}\`, with \`"is_error":true\` for a failure. At most 60 seconds.
   - \`command_invoked{id,name,args}\`: \`{"type":"command_response","id":"...","action":"display","display":"..."}\`. Other actions: \`prompt\`, \`insert\`, \`open_panel\`, \`noop\`.
   - \`event_intercept{id,event,...}\`: \`{"type":"event_intercept_response","id":"..."}\` allows; add \`"block":true,"reason":"..."\`, \`"modified_args":{...}\` or \`"replace_text":"..."\`. At most 5 seconds.
   - \`event{...}\`: no answer.
5. On \`shutdown\`, or at the end of stdin, write \`{"type":"shutdown_ack"}\` and exit within 2 seconds.

Flush after each line. Ignore frames and fields that you do not know. A line has at most 4 MiB.

## Check it

Run the program by hand and type a \`hello_ack\` line to see its registrations. Then start the host with \`--ext\`, use the tool or command, and read \`$ZOT_HOME/logs/ext-<name>.log\` for what it wrote to stderr. \`/reload-ext\` takes up changes.`;

/** All built-in skills. */
export const builtinSkills: readonly BuiltinSkill[] = [
  {
    name: "write-zot-extension",
    description:
      "Write, install and debug an extension of this agent: tools, slash commands, guards, panels.",
    body: writeExtension,
  },
];
