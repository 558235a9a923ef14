/** A client that set a token shows it first. */
import type { Invariant } from "../contract.js";
import { show } from "../match.js";
import { define, judged, unconcerned } from "./watch.js";

/** The token of the server's process, and whether a line has come. */
interface Greeting {
  readonly token: string | undefined;
  readonly over: boolean;
}

/** The invariants about the first line of a client. */
export const clientHello: readonly Invariant[] = [
  define<Greeting>({
    name: "token-shown-first",
    target: "client",
    requirements: ["rpc.auth.hello-first"],
    doc: "The first line to a server that was started with a token is a hello with that token.",
    start: () => ({ token: undefined, over: false }),
    step(now, event) {
      if (event.actor !== "server") return unconcerned(now);
      if (event.kind === "started") return unconcerned({ token: tokenOf(event.facts), over: false });
      if (event.kind !== "received" || now.over) return unconcerned(now);
      const next = { ...now, over: true };
      if (now.token === undefined) return unconcerned(next);
      const { frame } = event;
      if (frame?.type === "hello" && frame.token === now.token) return judged(next);
      return judged(next, {
        requirement: "rpc.auth.hello-first",
        expected: `as the first line a hello with the token ${show(now.token)} that the server was started with`,
        actual: show(frame ?? event.line),
        hint: "Send hello with the value of ZOTCORE_RPC_TOKEN before anything else, or do not set the variable.",
        difference: "invalid",
      });
    },
  }),
];

function tokenOf(facts: unknown): string | undefined {
  const { env } = facts as { readonly env?: Readonly<Record<string, unknown>> };
  const token = env?.ZOTCORE_RPC_TOKEN;
  return typeof token === "string" && token !== "" ? token : undefined;
}
