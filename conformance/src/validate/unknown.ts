/** Words for types and variants that the definitions do not have, with a guess at what was meant. */
import { didYouMean, findFrame, type Protocol, protocolModel } from "@extproto/schemas";
import type { Finding } from "./finding.js";
import type { JsonObject } from "./frame-name.js";

/** Whose frames are judged. */
export interface Senders {
  readonly protocol: Protocol;
  readonly sides: readonly string[];
}

function otherSides({ protocol, sides }: Senders) {
  return protocolModel().sides.filter((each) => each.protocol === protocol && !sides.includes(each.side));
}

/** True for a type that the protocol has, but no sender. */
export function sentByOthers(senders: Senders, type: string): boolean {
  return otherSides(senders).some((side) => side.frames.some((frame) => frame.name === type));
}

/** A type that none of the senders has. */
export function unknownType(senders: Senders, type: string, value: JsonObject): Finding {
  const { protocol, sides } = senders;
  const hint = typeHint(senders, type);
  const noun = protocol === "dhara" ? "a message" : "a type";
  return {
    path: typePath(protocol, value),
    rule: "unknown-type",
    expected: sides.length === 1 ? `${noun} that the ${sides[0]} sends` : `${noun} that ${protocol} has`,
    actual: shown(type),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A variant that a known type does not have. */
export function unknownVariant(protocol: Protocol, side: string, unknown: UnknownVariant): Finding {
  const { type, variant } = unknown;
  const frame = findFrame(`${protocol}.${side}.${type}`);
  if (frame?.tag === undefined) {
    return {
      path: "/result",
      rule: "unknown-variant",
      expected: "the result of a known request",
      actual: "a result of unknown shape",
    };
  }
  const known = frame.shapes.flatMap((shape) => shape.name ?? []);
  const hint = didYouMean(variant, known);
  return {
    path: `/${frame.tag}`,
    rule: "unknown-variant",
    expected: `one of ${known.map((name) => JSON.stringify(name)).join(", ")}`,
    actual: shown(variant),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A known type with a tag that selects no known shape. */
export interface UnknownVariant {
  readonly type: string;
  readonly variant: string;
}

function typePath(protocol: Protocol, value: JsonObject): string {
  if (protocol !== "dhara") return "/type";
  if (typeof value.method === "string") return "/method";
  return "error" in value ? "/error" : "/result";
}

function typesOf(protocol: string, side: string): string[] {
  const found = protocolModel().sides.find((each) => each.protocol === protocol && each.side === side);
  return found?.frames.map((frame) => frame.name) ?? [];
}

/** Sent by the other side, misspelt, misspelt and sent by the other side, or of another protocol: the first that holds. */
function typeHint({ protocol, sides }: Senders, type: string): string | undefined {
  const others = otherSides({ protocol, sides });
  const sender = others.find((other) => other.frames.some((frame) => frame.name === type));
  if (sender !== undefined) return `${type} is sent by the ${sender.side}`;
  const own = sides.flatMap((side) => typesOf(protocol, side));
  const guess = didYouMean(type, own);
  if (guess !== undefined) return guess;
  for (const other of others) {
    const foreign = didYouMean(type, typesOf(protocol, other.side));
    if (foreign !== undefined) return `${foreign} That is sent by the ${other.side}`;
  }
  const owner = protocolModel().sides.find((each) => each.frames.some((frame) => frame.name === type));
  return owner && `${type} is sent by the ${owner.side} in --protocol ${owner.protocol}`;
}

function shown(name: string): string {
  const text = JSON.stringify(name);
  return text.length <= 60 ? text : `${text.slice(0, 57)}..."`;
}
