/** A line of the client -> a command, or the answer that says why it is none. Spec: rpc.md, Framing. */
import {
  type ClientFrame,
  decodeClientFrame,
  didYouMean,
  protocolModel,
  type Response,
} from "@extproto/schemas";
import { failure } from "./reply.js";

/** What came of a line. */
export type ReadCommand =
  | { readonly kind: "command"; readonly command: ClientFrame }
  | { readonly kind: "refused"; readonly response: Response };

function knownCommands(): string[] {
  const side = protocolModel().sides.find(({ protocol, side }) => protocol === "rpc" && side === "client");
  return side === undefined ? [] : side.frames.map((frame) => frame.name);
}

/** Reads a line; undefined stands for bytes that are not UTF-8. */
export function readCommand(line: string | undefined): ReadCommand {
  if (line === undefined) return malformed("the line is not UTF-8");
  const decoded = decodeClientFrame(line);
  switch (decoded.kind) {
    case "frame":
      return { kind: "command", command: decoded.frame };
    case "unknown": {
      const id = idOf(decoded.value.id);
      if (id === "wrong") return malformed("id is not a string");
      const hint = didYouMean(decoded.type, knownCommands());
      return refused(
        decoded.type,
        id,
        `unknown command ${JSON.stringify(decoded.type)}${hint === undefined ? "" : `; ${hint}`}`,
      );
    }
    case "invalid": {
      const type = decoded.value?.type;
      const id = idOf(decoded.value?.id);
      if (typeof type !== "string" || id === "wrong") return malformed(decoded.error.message);
      return refused(type, id, decoded.error.message);
    }
  }
}

/** The answer to a line that is no command at all: it has no id, since none can be trusted. */
export function malformed(why: string): ReadCommand {
  return { kind: "refused", response: failure({ type: "" }, `malformed line: ${why}`) };
}

function refused(type: string, id: string | undefined, error: string): ReadCommand {
  return { kind: "refused", response: failure({ type, id }, error) };
}

function idOf(value: unknown): string | undefined | "wrong" {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : "wrong";
}
