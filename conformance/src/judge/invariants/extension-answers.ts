/** An extension answers what it was asked, once, under the same id. */
import type { JsonObject } from "../../case/json.js";
import type { Broken, Invariant } from "../contract.js";
import { show } from "../match.js";
import { withArticle } from "../words.js";
import { define, judged, textOf, unconcerned, writtenFrames } from "./watch.js";

/** Answers, what they answer, and the requirement that says so. */
const answers: Readonly<Record<string, { readonly request: string; readonly requirement: string }>> = {
  tool_result: { request: "tool_call", requirement: "ext.tool.one-result" },
  command_response: { request: "command_invoked", requirement: "ext.command.one-response" },
  event_intercept_response: { request: "event_intercept", requirement: "ext.intercept.one-answer" },
};
/** The types of frames that have to be answered. */
export const requests: ReadonlySet<string> = new Set(Object.values(answers).map((answer) => answer.request));
const oneWay = "ext.framing.one-way";

interface Asked {
  /** `type id` of what was asked and not answered, and of what was. */
  readonly open: readonly string[];
  readonly closed: readonly string[];
}

const nothingAsked: Asked = { open: [], closed: [] };

/** The invariants about answers. */
export const extensionAnswers: readonly Invariant[] = [
  define<Asked>({
    name: "one-answer-each",
    target: "extension",
    requirements: [...Object.values(answers).map((answer) => answer.requirement), oneWay],
    doc: "Every answer belongs to an open request, by its id; nothing else is answered.",
    start: () => nothingAsked,
    step(asked, event) {
      if (event.kind === "started") return unconcerned(nothingAsked);
      const asks = writtenFrames(event)
        .filter((frame) => requests.has(textOf(frame, "type")))
        .map((frame) => `${textOf(frame, "type")} ${textOf(frame, "id")}`);
      if (asks.length > 0) return unconcerned({ ...asked, open: [...asked.open, ...asks] });
      if (event.kind !== "received" || event.actor !== "host" || event.frame === undefined)
        return unconcerned(asked);
      const answer = answers[textOf(event.frame, "type")];
      if (answer === undefined) return unconcerned(asked);
      const key = `${answer.request} ${textOf(event.frame, "id")}`;
      const place = asked.open.indexOf(key);
      if (place < 0) return judged(asked, unasked(event.frame, answer, asked, key));
      return judged({
        open: asked.open.filter((_, index) => index !== place),
        closed: [...asked.closed, key],
      });
    },
  }),
];

function unasked(
  frame: JsonObject,
  answer: { readonly request: string; readonly requirement: string },
  asked: Asked,
  key: string,
): Broken {
  const type = textOf(frame, "type");
  if (asked.closed.includes(key)) {
    return {
      requirement: answer.requirement,
      expected: `one ${type} for each ${answer.request}`,
      actual: `a second one: ${show(frame)}`,
      hint: `Write exactly one ${type} for each id; look for a handler that answers twice.`,
      difference: "duplicate",
    };
  }
  const waiting = asked.open.filter((each) => each.startsWith(`${answer.request} `));
  if (waiting.length === 0) {
    return {
      requirement: oneWay,
      expected: `no ${type}, since no ${answer.request} waits for one`,
      actual: show(frame),
      hint: "Answer only requests; events, keys and other one-way frames get no answer.",
      difference: "unasked",
    };
  }
  const ids = waiting.map((each) => show(each.slice(answer.request.length + 1))).join(" or ");
  return {
    requirement: answer.requirement,
    expected: `${withArticle(type)} with the id ${ids}`,
    actual: show(frame),
    hint: `Copy the id of the ${answer.request} into the ${type}, unchanged.`,
    difference: "unasked",
  };
}
