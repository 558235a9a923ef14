/**
 * The vocabulary of steps: one table that the loader, the published schema, lint and the documentation read.
 *
 * A verb either acts (the actor does something), awaits (an item has to arrive in a channel of the actor's
 * inbox), forbids (it must not), or lets time pass.
 */

/** Where the items of an inbox come from: what kind of thing was observed. */
export type Channel = "frame" | "line" | "stderr" | "end" | "exit" | "signal" | "screen" | "result" | "file";

/** What an actor can be told to do. */
export type Act =
  | "send"
  | "send raw"
  | "close"
  | "signal"
  | "stop reading"
  | "read again"
  | "die"
  | "start"
  | "stop"
  | "fence"
  | "print"
  | "invoke"
  | "press"
  | "type"
  | "reload"
  | "run"
  | "read file"
  | "write file"
  | "remove file";

/** What kind of actor it is: probes have names of their own, the others are called as here. */
export type ActorRole = "host" | "client" | "server" | "model" | "user" | "probe" | "files";

/** What the value behind a verb is. */
export type ValueKind = "frame" | "text" | "pattern" | "stream" | "signal" | "duration" | "nothing" | "any";

/** What a verb means. */
export type VerbMeaning =
  | { readonly kind: "act"; readonly act: Act }
  | { readonly kind: "await"; readonly channel: Channel }
  | { readonly kind: "never"; readonly channel: Channel }
  | { readonly kind: "wait"; readonly quiet: boolean }
  | { readonly kind: "file"; readonly exists: boolean };

/** A verb of the case format. */
export interface Verb {
  readonly name: string;
  readonly meaning: VerbMeaning;
  readonly value: ValueKind;
  /** Who can do it, or to whom it can happen. */
  readonly by: readonly ActorRole[];
  readonly doc: string;
}

const peers: readonly ActorRole[] = ["host", "client", "server", "probe"];
const everyone: readonly ActorRole[] = ["host", "client", "server", "model", "user", "probe", "files"];

type Row = Omit<Verb, "meaning">;

const awaiting: readonly (Row & { readonly channel: Channel })[] = [
  {
    name: "receives",
    by: ["host", "client", "server", "model", "probe"],
    channel: "frame",
    value: "pattern",
    doc: "A frame that matches arrives.",
  },
  {
    name: "receives line",
    by: peers,
    channel: "line",
    value: "pattern",
    doc: "A line whose text matches arrives.",
  },
  {
    name: "receives stderr",
    by: ["host", "client", "user"],
    channel: "stderr",
    value: "pattern",
    doc: "A line of standard error that matches arrives.",
  },
  { name: "receives end", by: peers, channel: "end", value: "stream", doc: "The end of the stream is read." },
  {
    name: "receives signal",
    by: ["probe"],
    channel: "signal",
    value: "signal",
    doc: "The probe's process is signalled.",
  },
  {
    name: "exits",
    by: ["host", "client", "server", "probe", "user"],
    channel: "exit",
    value: "pattern",
    doc: "The process ends, with this code or signal.",
  },
  {
    name: "sees",
    by: ["user"],
    channel: "screen",
    value: "pattern",
    doc: "The user is shown a text that matches.",
  },
  {
    name: "gets",
    by: ["user", "client", "host", "probe"],
    channel: "result",
    value: "pattern",
    doc: "An action of the actor has this result.",
  },
];

const acting: readonly (Row & { readonly act: Act })[] = [
  {
    name: "sends",
    by: ["host", "client", "server", "model", "probe"],
    act: "send",
    value: "frame",
    doc: "Writes one frame.",
  },
  {
    name: "sends raw",
    by: ["host", "client", "server", "model", "probe"],
    act: "send raw",
    value: "text",
    doc: "Writes these bytes and nothing else.",
  },
  { name: "closes", by: peers, act: "close", value: "stream", doc: "Closes its end of the stream." },
  {
    name: "signals",
    by: ["host", "client", "user"],
    act: "signal",
    value: "signal",
    doc: "Signals the process of the target.",
  },
  { name: "stops reading", by: peers, act: "stop reading", value: "nothing", doc: "Reads nothing more." },
  { name: "reads again", by: peers, act: "read again", value: "nothing", doc: "Takes up reading again." },
  {
    name: "dies",
    by: ["server", "probe"],
    act: "die",
    value: "nothing",
    doc: "The probe's process ends at once, by SIGKILL.",
  },
  {
    name: "starts",
    by: ["host", "client", "user", "probe"],
    act: "start",
    value: "any",
    doc: "Starts what the target runs, once more; a probe starts a `child` process of its own.",
  },
  {
    name: "stops",
    by: ["host", "client", "user"],
    act: "stop",
    value: "any",
    doc: "Ends what the target runs as a user would.",
  },
  {
    name: "fence",
    by: ["host", "client", "user"],
    act: "fence",
    value: "nothing",
    doc: "Makes the actor's cheapest legal exchange.",
  },
  {
    name: "prints",
    by: ["probe"],
    act: "print",
    value: "text",
    doc: "The probe writes this text to its standard error.",
  },
  { name: "invokes", by: ["user"], act: "invoke", value: "any", doc: "The user runs a slash command." },
  { name: "presses", by: ["user"], act: "press", value: "any", doc: "The user presses a key." },
  { name: "types", by: ["user"], act: "type", value: "text", doc: "The user types a text and submits it." },
  {
    name: "reloads",
    by: ["user"],
    act: "reload",
    value: "nothing",
    doc: "The user has the extensions reloaded.",
  },
  {
    name: "runs",
    by: ["user"],
    act: "run",
    value: "any",
    doc: "The user runs the program with these arguments.",
  },
  { name: "write", by: ["files"], act: "write file", value: "any", doc: "A file is written." },
  { name: "remove", by: ["files"], act: "remove file", value: "text", doc: "A file or folder is removed." },
];

const others: readonly Verb[] = [
  {
    name: "waits at least",
    meaning: { kind: "wait", quiet: false },
    value: "duration",
    by: everyone,
    doc: "Lets this much time pass.",
  },
  {
    name: "quiet",
    meaning: { kind: "wait", quiet: true },
    value: "duration",
    by: everyone,
    doc: "A window in which the earlier `never` steps are watched: weak evidence.",
  },
  {
    name: "have",
    meaning: { kind: "file", exists: true },
    value: "any",
    by: ["files"],
    doc: "A file exists, and its text matches; looked at again until the bound.",
  },
  {
    name: "lack",
    meaning: { kind: "file", exists: false },
    value: "text",
    by: ["files"],
    doc: "A file does not exist; looked at once.",
  },
];

/** Every verb, by its name. */
export const verbs: ReadonlyMap<string, Verb> = new Map(
  [
    ...acting.map(({ act, ...row }): Verb => ({ ...row, meaning: { kind: "act", act } })),
    ...awaiting.flatMap(({ channel, ...row }): Verb[] => [
      { ...row, meaning: { kind: "await", channel } },
      {
        ...row,
        name: `never ${row.name}`,
        meaning: { kind: "never", channel },
        doc: `Must not happen from here to the end: ${row.doc}`,
      },
    ]),
    ...others,
  ].map((verb) => [verb.name, verb]),
);
