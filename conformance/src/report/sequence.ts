/** A sequence diagram of a run as SVG: a lane for each actor and the target, time downwards, findings in red. */
import { html } from "./escape.js";
import type { ReportedRun } from "./model.js";
import { type Row, timelineOf } from "./timeline.js";

/** What to draw. */
export interface SequenceInput {
  /** Name of what was checked; its lane stands beside the first actor's. */
  readonly target: string;
  readonly run: Pick<ReportedRun, "moments" | "findings" | "omitted" | "id">;
}

const size = { time: 74, row: 34, head: 34, letter: 7 };
/** Lanes share the width of the page as long as their labels can be read. */
const lane = { widest: 250, narrowest: 150, all: 1060 };

interface Lane {
  readonly name: string;
  readonly x: number;
  readonly isTarget: boolean;
}

interface Lanes {
  /** Width of one. */
  readonly each: number;
  readonly all: readonly Lane[];
  readonly width: number;
  /** Where the target's lane is. */
  readonly target: number;
  /** Where an actor's lane is. */
  x(actor: string): number;
}

/** The diagram, or an empty text where nothing was seen. */
export function sequenceDiagram({ target, run }: SequenceInput): string {
  const rows = timelineOf(run);
  if (rows.length === 0) return "";
  const lanes = lanesOf(rows, target);
  const height = size.head + rows.length * size.row + 12;
  return [
    `<svg class="seq" viewBox="0 0 ${lanes.width} ${height}" width="${lanes.width}" height="${height}" role="img" aria-label="${html(`Sequence of ${run.id}`)}">`,
    ...lanes.all.map((one) => laneOf(one, lanes.each, height)),
    ...rows.map((row, index) => drawn(row, size.head + index * size.row, lanes)),
    "</svg>",
  ].join("");
}

function lanesOf(rows: readonly Row[], target: string): Lanes {
  const actors = new Set<string>();
  for (const row of rows) {
    if (row.kind === "moment") actors.add(row.moment.actor);
    if (row.kind === "missing" && row.actor !== "") actors.add(row.actor);
  }
  // An actor may have the target's name: the target has a lane of its own all the same.
  const [first, ...others] = [...actors].map((name) => ({ name, isTarget: false }));
  const named = [...(first === undefined ? [] : [first]), { name: target, isTarget: true }, ...others];
  const each = Math.round(Math.max(lane.narrowest, Math.min(lane.widest, lane.all / named.length)));
  const all = named.map((one, index) => ({ ...one, x: size.time + each * (index + 0.5) }));
  const place = new Map(all.filter((one) => !one.isTarget).map((one) => [one.name, one.x]));
  const targetX = all.find((one) => one.isTarget)?.x ?? size.time;
  return {
    all,
    each,
    width: size.time + each * all.length,
    target: targetX,
    x: (actor) => place.get(actor) ?? place.values().next().value ?? targetX,
  };
}

function laneOf({ name, x, isTarget }: Lane, width: number, height: number): string {
  const shown = isTarget ? `${name} (checked)` : name;
  return `<g class="lane${isTarget ? " target" : ""}"><line x1="${x}" y1="${size.head - 8}" x2="${x}" y2="${height}"/><text x="${x}" y="16">${html(clipped(shown, width - 8))}</text></g>`;
}

function drawn(row: Row, top: number, lanes: Lanes): string {
  switch (row.kind) {
    case "omitted":
      return `<text class="omitted" x="${size.time}" y="${top + 20}">… ${row.many} more ${html(row.what ?? "")}</text>`;
    case "missing":
      return ghost(row, top, lanes);
    case "moment":
      return moment(row, top, lanes);
  }
}

function moment(row: Row & { kind: "moment" }, top: number, lanes: Lanes): string {
  const { moment: seen, finding } = row;
  const tip = [seen.text, finding === undefined ? "" : `Expected: ${finding.expected}`].filter(
    (line) => line !== "",
  );
  const wrong =
    finding === undefined ? "" : `${band(top, lanes)}<text class="cross" x="8" y="${top + 21}">✗</text>`;
  const time = `<text class="t" x="${size.time - 10}" y="${top + 21}">${seen.t.toFixed(1)}</text>`;
  const body =
    seen.direction === "note"
      ? note({ label: seen.label, text: seen.text, top, x: lanes.x(seen.actor), width: lanes.each })
      : arrow({ label: seen.label, top, ...ends(seen.direction, seen.actor, lanes), dashed: false });
  return `<g class="m${finding === undefined ? "" : " bad"}"><title>${html(tip.join("\n"))}</title>${wrong}${time}${body}</g>`;
}

/** A frame that should have come: dashed, in the direction that it would have taken. */
function ghost(row: Row & { kind: "missing" }, top: number, lanes: Lanes): string {
  const { finding } = row;
  const label = `${finding.difference}: ${finding.expected}`;
  return `<g class="m bad"><title>${html(`Expected: ${finding.expected}\nActual: ${finding.actual}`)}</title>${band(top, lanes)}<text class="cross" x="8" y="${top + 21}">✗</text>${arrow({ label, top, ...ends("in", row.actor, lanes), dashed: true })}</g>`;
}

function ends(direction: "in" | "out", actor: string, lanes: Lanes) {
  const [x1, x2] = [lanes.target, lanes.x(actor)];
  return direction === "in" ? { from: x1, to: x2 } : { from: x2, to: x1 };
}

interface Arrow {
  readonly label: string;
  readonly top: number;
  readonly from: number;
  readonly to: number;
  readonly dashed: boolean;
}

function arrow({ label, top, from, to, dashed }: Arrow): string {
  const y = top + 24;
  const back = to > from ? -7 : 7;
  const middle = (from + to) / 2;
  const room = Math.max(Math.abs(to - from), lane.narrowest) - 14;
  return `<line${dashed ? ' class="ghost"' : ""} x1="${from}" y1="${y}" x2="${to}" y2="${y}"/><path d="M${to} ${y}l${back} -4v8z"/><text class="l" x="${middle}" y="${top + 18}">${html(clipped(label, room))}</text>`;
}

interface Note {
  readonly label: string;
  readonly text: string;
  readonly top: number;
  readonly x: number;
  readonly width: number;
}

function note({ label, text, top, x, width: room }: Note): string {
  const shown = clipped(text === "" || text === "{}" ? label : `${label}: ${text}`, room - 18);
  const width = [...shown].length * size.letter + 12;
  return `<rect x="${x - width / 2}" y="${top + 7}" width="${width}" height="20" rx="3"/><text class="n" x="${x}" y="${top + 21}">${html(shown)}</text>`;
}

function band(top: number, lanes: Lanes): string {
  return `<rect class="band" x="0" y="${top + 2}" width="${lanes.width}" height="${size.row - 4}"/>`;
}

function clipped(text: string, width: number): string {
  const most = Math.floor(width / size.letter);
  const line = text.replaceAll(/\s+/g, " ");
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join("")}…`;
}
