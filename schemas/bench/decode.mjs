/**
 * `npm run bench:schemas`: parse and validate against bare JSON.parse of the same lines, as a ratio in one run.
 *
 * The two are measured in short alternating slices, so that a busy machine slows both; the ratio of a frame
 * is the median over the slices. Exits 1 when a ratio is over the bound.
 */
import { decodeExtensionFrame, decodeHostFrame } from "../dist/decode/extproto.js";
import { decodeServerFrame } from "../dist/decode/rpc.js";

const bound = Number(process.env.BENCH_BOUND ?? 1.35);
const sliceMs = 12;
const slices = 61;

const words = "the quick brown fox jumps over the lazy dog ";
const lines = [
  [
    "100 B: event_intercept_response",
    decodeExtensionFrame,
    {
      type: "event_intercept_response",
      id: "102030405060",
      block: true,
      reason: "outside of business hours, ask again",
    },
  ],
  [
    "100 B: tool_call",
    decodeHostFrame,
    {
      type: "tool_call",
      id: "102030405060",
      name: "weather",
      args: { city: "Berlin", units: "metric", days: 3 },
    },
  ],
  ["100 B: text_delta", decodeServerFrame, { type: "text_delta", delta: words.repeat(2) }],
  [
    "2 KB: register_tool",
    decodeExtensionFrame,
    {
      type: "register_tool",
      name: "search",
      description: words.repeat(4),
      schema: {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: 18 }, (_, index) => [
            `field_${index}`,
            { type: "string", description: words, minLength: 1 },
          ]),
        ),
        required: ["field_0"],
      },
    },
  ],
  [
    "2 KB: tool_result of text",
    decodeExtensionFrame,
    { type: "tool_result", id: "102030405060", content: [{ type: "text", text: words.repeat(44) }] },
  ],
  [
    "100 KB: one string",
    decodeExtensionFrame,
    { type: "tool_result", id: "102030405060", content: [{ type: "text", text: words.repeat(2300) }] },
  ],
  [
    "1,000 content blocks",
    decodeExtensionFrame,
    {
      type: "tool_result",
      id: "102030405060",
      content: Array.from({ length: 1000 }, (_, index) => ({ type: "text", text: `${index}: ${words}` })),
    },
  ],
];

let sink = 0;

function rate(work, line) {
  const until = process.hrtime.bigint() + BigInt(sliceMs * 1e6);
  const batch = Math.max(1, Math.floor(20_000 / line.length));
  let runs = 0;
  const from = process.hrtime.bigint();
  let now = from;
  while (now < until) {
    for (let i = 0; i < batch; i++) sink += work(line) ? 1 : 0;
    runs += batch;
    now = process.hrtime.bigint();
  }
  return runs / Number(now - from);
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

let failed = false;
console.log(`parse + validate / JSON.parse, median of ${slices} slices of ${sliceMs} ms; at most ${bound}`);
for (const [name, decode, frame] of lines) {
  const line = JSON.stringify(frame);
  if (decode(line).kind !== "frame") throw new Error(`${name} is not a valid frame`);
  const bare = (text) => JSON.parse(text);
  const ratios = [];
  for (let slice = 0; slice < slices + 5; slice++) {
    const first = slice % 2 === 0 ? bare : decode;
    const second = slice % 2 === 0 ? decode : bare;
    const a = rate(first, line);
    const b = rate(second, line);
    if (slice >= 5) ratios.push(slice % 2 === 0 ? a / b : b / a);
  }
  const ratio = median(ratios);
  if (ratio > bound) failed = true;
  console.log(`  ${ratio.toFixed(2)}  ${ratio > bound ? "TOO SLOW  " : ""}${name} (${line.length} B)`);
}
process.exitCode = failed || sink === 0 ? 1 : 0;
