/**
 * What stays behind in a host through which 1 GiB of frames has passed, half of it in small frames and half in
 * large ones: resident memory, handles and timers.
 *
 * Resident memory goes up and down with the garbage collector, so peaks are compared with peaks: the highest
 * of the run with the highest of the warm-up. What is kept for good adds to every later peak.
 */
import { createHook } from "node:async_hooks";
import { judge, minimalExtension, newManager, quick, timed } from "./measure.mjs";

const mebibyte = 1024 * 1024;
const inFlight = 4;
const payloads = [8 * 1024, 256 * 1024].map((length) => "x".repeat(length));
const { signal } = new AbortController();
/** Timers that keep no process alive are in no list of the platform. */
const timers = new Set();
createHook({
  init(id, type) {
    if (type === "Timeout") timers.add(id);
  },
  destroy: (id) => void timers.delete(id),
}).enable();

/** Passes so many bytes through, both ways together; returns the highest resident memory meanwhile. */
async function pass(manager, bytes) {
  let peak = 0;
  for (const text of payloads) {
    let calls = 0;
    const call = async () => {
      await manager.callTool("echo", { text }, { signal });
      if (calls++ % 16 === 0) peak = Math.max(peak, process.memoryUsage.rss());
    };
    await timed(call, Math.ceil(bytes / payloads.length / (2 * text.length)), inFlight);
  }
  // Ended timers are reported a moment later.
  await new Promise((resolve) => setImmediate(resolve));
  return peak;
}

function open() {
  const counts = { timers: timers.size };
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

const total = (quick ? 256 : 1024) * mebibyte;
const manager = newManager([minimalExtension]);
await manager.start();
const before = await pass(manager, 256 * mebibyte);
const openBefore = open();
const grown = ((await pass(manager, total)) - before) / mebibyte;
judge(
  `resident memory over ${total / mebibyte} MiB of frames`,
  `${grown.toFixed(1)} MiB more`,
  "at most 64 MiB",
  grown <= 64,
);
const openAfter = open();
const kinds = Object.keys({ ...openBefore, ...openAfter });
judge(
  "handles and timers after them",
  JSON.stringify(openAfter),
  `no more than before: ${JSON.stringify(openBefore)}`,
  kinds.every((kind) => (openAfter[kind] ?? 0) <= (openBefore[kind] ?? 0)),
);
await manager.stop();
