/** What the user of the chat reads of each misbehaving extension, with the real program over a pipe. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { StartedHost } from "./started-host.js";

const fixtures = join(import.meta.dirname, "..", "fixtures", "extensions");
/** Long enough for whoever keeps them, on a busy machine too. */
const patient = { hello: 60_000, intercept: 60_000, tool: 60_000, shutdown: 20_000, kill: 20_000 };

interface Misbehaviour {
  readonly fixture: string;
  /** The deadlines that it is to miss. */
  readonly deadlines?: Partial<typeof patient>;
  /** What the user types. */
  readonly lines: readonly string[];
  /** The lines of the chat in which the host speaks of the extension, in order. */
  readonly told: readonly (string | RegExp)[];
}

const crashed = "its tools and commands fail until the extensions are reloaded; see ";
const ignored = (what: string) => new RegExp(`^ sent something that was ignored: ${what}.*; see .*\\.log$`);
const misbehaviours: readonly Misbehaviour[] = [
  {
    fixture: "never-hello",
    deadlines: { hello: 5000 },
    lines: [],
    told: [/^ could not be started: sent no hello within 5000 ms; see .*\.log$/],
  },
  { fixture: "hello-twice", lines: ["call twice-greeted {}"], told: [ignored("a second hello")] },
  {
    fixture: "wrong-first-frame",
    lines: [],
    told: [/^ could not be started: did not begin with hello but with: register_tool; see .*\.log$/],
  },
  {
    fixture: "dies-in-handshake",
    lines: [],
    told: [/^ could not be started: exited with code 3; see .*\.log$/],
  },
  {
    fixture: "dies-mid-call",
    lines: ["/die"],
    told: [new RegExp(`^ exited with code 7; ${crashed}`), /^ exited with code 7 before it answered$/],
  },
  { fixture: "answers-twice", lines: ["call twice {}"], told: [ignored("an answer to no open request")] },
  {
    fixture: "answers-late",
    deadlines: { tool: 3000 },
    lines: ["call late {}", "call late {}"],
    told: [
      " did not answer the call of its tool late within 3000 ms",
      /^ sent a tool_result after its deadline, which was ignored; see .*\.log$/,
    ],
  },
  {
    fixture: "answers-wrong-id",
    deadlines: { tool: 3000 },
    lines: ["call wrong {}"],
    told: [
      ignored("an answer to no open request"),
      " did not answer the call of its tool wrong within 3000 ms",
    ],
  },
  {
    fixture: "floods-stdout",
    // Until the log is full there is nothing to tell.
    lines: [
      'call bash {"command":"until [ -e $ZOT_HOME/logs/ext-floods-stdout.log.1 ]; do sleep 0.05; done"}',
    ],
    told: [/^ writes so much that its log is full; see /],
  },
  {
    fixture: "floods-stderr",
    lines: ["call flood {}"],
    told: [/^ writes so much that its log is full; see /],
  },
  {
    fixture: "never-reads",
    deadlines: { intercept: 2000, tool: 3000, shutdown: 300 },
    lines: ["call unread {}"],
    told: [
      "] timed out when asked about tool_call",
      " did not answer the call of its tool unread within 3000 ms",
      "] timed out when asked about tool_call",
      " did not exit within 300 ms of shutdown and was sent SIGTERM",
    ],
  },
  {
    fixture: "over-long-line",
    lines: ["call long {}"],
    told: [/^ sent a line of more than 4194304 bytes, which was ignored; see /],
  },
  { fixture: "not-text", lines: ["call binary {}"], told: [ignored("is not JSON")] },
  {
    fixture: "ignores-shutdown",
    deadlines: { shutdown: 300 },
    lines: [],
    told: [" did not exit within 300 ms of shutdown and was sent SIGTERM"],
  },
  {
    fixture: "ignores-sigterm",
    deadlines: { shutdown: 300, kill: 300 },
    lines: [],
    told: [
      " did not exit within 300 ms of shutdown and was sent SIGTERM",
      " did not end within 300 ms of SIGTERM and was killed",
    ],
  },
  {
    fixture: "forks-grandchild",
    deadlines: { shutdown: 300, kill: 300 },
    lines: [],
    told: [
      /^\] grandchild \d+$/,
      " left a process behind, which was sent SIGTERM",
      " did not end within 300 ms of SIGTERM and was killed",
    ],
  },
  {
    fixture: "closes-stdout",
    deadlines: { kill: 300 },
    lines: ["call close {}"],
    told: [new RegExp(`^ closed its standard output; ${crashed}`)],
  },
  // These are legal, and not worth a word.
  { fixture: "splits-utf8", lines: ["call split {}"], told: [] },
  { fixture: "ends-lines-with-crlf", lines: ["call crlf {}"], told: [] },
  { fixture: "line-separators", lines: ["call separated {}"], told: [] },
];

it.each(misbehaviours)("$fixture", async ({ fixture, lines, told, deadlines }) => {
  const host = new StartedHost({
    mode: ["--plain", "--ext", join(fixtures, fixture), "--ext", join(fixtures, "well-behaved")],
    args: Object.entries({ ...patient, ...deadlines }).flatMap(([name, ms]) => [
      `--deadline-${name}`,
      String(ms),
    ]),
  });
  host.child.stdin?.end([...lines, "call echo {}", ""].join("\n"));
  expect(await host.ended).toEqual({ code: 0, signal: null });
  const about = host.stdout.split("\n").flatMap((line) => {
    const text = line.replace(/^(\[|\/\w+: )/, "");
    return text.startsWith(fixture) ? [text.slice(fixture.length)] : [];
  });
  expect(about).toEqual(told.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))));
  expect(host.stdout).toMatch(/^echo returned: \{\}$/m);
});
