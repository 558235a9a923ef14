/**
 * A chain of four interceptors, one in each language, in the reference host: whichever language stands where, the
 * host's events and the frames of the interceptions are the same.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startHost } from "@extproto/sdk/rpc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildPrograms,
  environment,
  extensionOf,
  type Language,
  languages,
  type Programs,
  whatIsMissing,
} from "./link-programs.js";

const host = fileURLToPath(new URL("../../reference-host/bin/extproto-host.mjs", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "xp-chain-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const missing = whatIsMissing();
if (missing.length > 0) console.warn(`The chain in four languages is not tested: ${missing.join(", ")}.`);

/** The names of the extensions, in load order. */
const roles = ["first", "second", "third", "fourth"] as const;

/** What the model says to each prompt. Each prompt is a tool call and a text; the refused turn has no text. */
const call = (command: string) => ({ call: { tool: "bash", args: { command, note: { é: [1, "漢 😀"] } } } });
const prompts = [
  [call("echo"), { say: "all" }],
  ...roles.flatMap((role) => [
    [call(`: block ${role}; echo`), { say: `block ${role};` }],
    [call(`: throw ${role}; echo`), { say: `keep ${role};` }],
    [call(`: turn ${role}; echo`)],
  ]),
];

type Frame = Readonly<Record<string, unknown>>;

/** What a run of the chain shows: the host's events of each prompt, and the interceptions on the pipes. */
interface Chain {
  readonly events: readonly (readonly Frame[])[];
  readonly interceptions: readonly { readonly pipe: string; readonly frame: Frame }[];
}

let programs: Programs;

async function play(order: readonly Language[]): Promise<Chain> {
  const into = mkdtempSync(join(temporary, `${order.join("-")}-`));
  const script = join(into, "script.yaml");
  writeFileSync(script, JSON.stringify(prompts.flat()));
  const trace = join(into, "trace.ndjson");
  const folders = order.map((language, place) =>
    extensionOf(programs[language], { name: roles[place] ?? "", into }),
  );
  const client = await startHost({
    command: [
      ...[process.execPath, host, "rpc", "--no-session", "--no-ext", "--script", script, "--trace", trace],
      // A slow machine is not what is tested: an interceptor that is late would be passed over.
      ...[
        "--deadline-intercept",
        "60000",
        "--deadline-ready-grace",
        "60000",
        "--deadline-ready-idle",
        "60000",
      ],
      ...folders.flatMap((folder) => ["--ext", folder]),
    ],
    cwd: into,
    env: { ...environment, ZOT_HOME: join(into, "home") },
    onStderr: () => {},
  });
  const events: Frame[][] = [];
  for (const _ of prompts) {
    const heard: Frame[] = [];
    for await (const { time: _time, ...event } of client.prompt("go") as AsyncIterable<Frame>)
      heard.push(event);
    events.push(heard);
  }
  await client.close();
  const interceptions = readFileSync(trace, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { pipe: string; line: string })
    .filter(({ pipe }) => pipe.startsWith("ext:"))
    .map(({ pipe, line }) => ({ pipe, frame: JSON.parse(line) as Frame }))
    .filter(({ frame }) => String(frame.type).startsWith("event_intercept"));
  return { events, interceptions };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** What came of the tool call, the text and the turns of a prompt, and who was asked about them. */
function outcome(events: readonly Frame[] = []) {
  const asked = (name: string) =>
    events
      .filter(({ type, event }) => type === "ext_intercept" && event === name)
      .map(({ extension, outcome: came }) => `${extension} ${came}`);
  const last = <T extends string>(type: T) => events.filter((event) => event.type === type).at(-1);
  return {
    tool: { asked: asked("tool_call"), content: last("tool_result")?.content },
    text: { asked: asked("assistant_message"), shown: last("text_delta")?.delta },
    turns: { asked: asked("turn_start").slice(roles.length), error: last("turn_end")?.error },
  };
}

const says = (text: string) => [{ type: "text", text }];
const trail = (names: readonly string[]) => names.map((name) => ` ${name}`).join("");
const each = (came: string, names: readonly string[] = roles) => names.map((name) => `${name} ${came}`);
const ran = { asked: each("rewritten"), content: says(roles.join(" ")) };
const allowed = { asked: each("allowed"), error: undefined };

describe.skipIf(missing.length > 0 && process.env.CI !== "true")(
  "four interceptors in four languages",
  () => {
    let chain: Chain;
    beforeAll(async () => {
      programs = buildPrograms(temporary);
      chain = await play(languages);
    }, 900_000);

    it("pass rewritten arguments and texts on in load order", () => {
      expect(outcome(chain.events[0])).toEqual({
        tool: ran,
        text: { asked: each("rewritten"), shown: `all${trail(roles)}` },
        turns: allowed,
      });
    });

    describe.each(roles.map((role, place) => ({ role, place, language: languages[place] })))(
      "the $role, in $language,",
      ({ role, place }) => {
        const before = roles.slice(0, place);
        const stopped = [...each("rewritten", before), `${role} blocked`];

        it("blocks a tool call and a text with its reason, and nobody after it is asked", () => {
          expect(outcome(chain.events[1 + 3 * place])).toEqual({
            tool: {
              asked: stopped,
              content: says(`${role} refuses : block ${role}; echo${trail(before)}`),
            },
            text: { asked: stopped, shown: undefined },
            turns: allowed,
          });
          expect(chain.events[1 + 3 * place]).toContainEqual({
            type: "ext_notify",
            extension: role,
            level: "warn",
            message: `${role} refuses block ${role};${trail(before)}`,
          });
        });

        it("blocks a tool call where it fails, and lets a text pass as it is", () => {
          const others = roles.filter((other) => other !== role);
          expect(outcome(chain.events[2 + 3 * place])).toEqual({
            tool: { asked: stopped, content: says(`interceptor failed: ${role} broke`) },
            text: {
              asked: roles.map((other) => `${other} ${other === role ? "allowed" : "rewritten"}`),
              shown: `keep ${role};${trail(others)}`,
            },
            turns: allowed,
          });
        });

        it("blocks a turn, and nobody after it is asked", () => {
          expect(outcome(chain.events[3 + 3 * place])).toEqual({
            tool: ran,
            text: { asked: [], shown: undefined },
            turns: {
              asked: [...each("allowed", before), `${role} blocked`],
              error: `${role} refuses turn 2`,
            },
          });
        });
      },
    );

    it.each(permutations(languages).slice(1))(
      "do the same as %s, %s, %s, %s",
      { timeout: 120_000 },
      async (...order) => {
        expect(await play(order)).toEqual(chain);
      },
    );
  },
);
