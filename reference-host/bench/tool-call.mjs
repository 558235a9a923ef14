/**
 * What a tool call through the extension manager costs, as a multiple of a bare pipe between two Node processes
 * that exchange the same frames.
 *
 * "A bare pipe echo of the same frames" means that both ends take and write frames: each parses every line that
 * comes and writes a frame for it, as no program of the protocol can avoid. A pipe that moves the same bytes
 * unread runs beside it, in the same turns, and is printed and not bound: frames / bytes is what parsing and
 * writing alone cost.
 *
 *   node reference-host/bench/tool-call.mjs            fails when a bound is missed
 *   node reference-host/bench/tool-call.mjs --quick    smaller numbers, for a look
 */
import { openBarePipe } from "./bare-pipe.mjs";
import { judge, median, minimalExtension, newManager, quick, timed } from "./measure.mjs";

const text = "Berlin: 16 degrees, fog over the river, clearing towards noon";
const { signal } = new AbortController();

/** All in turns, so that a busy moment of the machine hits each; the median of the ratios counts. */
async function compare(calls, count, width, rounds) {
  for (const call of Object.values(calls)) await timed(call, count, width);
  const times = { bytes: [], frames: [], managed: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(calls)) times[name].push(await timed(call, count, width));
  }
  const ratios = (over, under) => median(times[over].map((time, round) => time / times[under][round]));
  const us = (name) => (median(times[name]) / count) * 1000;
  return {
    ratio: ratios("managed", "frames"),
    parsing: ratios("frames", "bytes"),
    detail: detailOf(us),
  };
}

/**
 * The median time of one call after another, all in short turns. What else the machine does strikes single
 * calls hard and would decide a sum; the median call is the one that nothing came between.
 */
async function compareSequential(calls, count) {
  const times = { bytes: [], frames: [], managed: [] };
  for (let n = 0; n < count; n += 100) {
    for (const [name, call] of Object.entries(calls)) {
      for (let turn = 0; turn < 100; turn++) {
        const begin = performance.now();
        await call();
        times[name].push(performance.now() - begin);
      }
    }
  }
  // The first half is the warm-up of the compilers at both ends.
  const us = (name) => median(times[name].slice(times[name].length / 2)) * 1000;
  return {
    ratio: us("managed") / us("frames"),
    parsing: us("frames") / us("bytes"),
    detail: detailOf(us),
  };
}

function detailOf(us) {
  const parts = ["bytes", "frames"].map((name) => `bare ${name} ${us(name).toFixed(1)} us`);
  return `${parts.join(", ")}, managed ${us("managed").toFixed(1)} us a call`;
}

/** Calls against the bare pipes, each set of processes started anew: where a scheduler puts them is luck. */
async function callsAgainstPipes() {
  const one = [];
  const many = [];
  for (let set = 0; set < (quick ? 3 : 7); set++) {
    const manager = newManager([minimalExtension]);
    await manager.start();
    const frames = openBarePipe({ mode: "frames", text });
    const bytes = openBarePipe({ mode: "bytes", text });
    const managed = () => manager.callTool("echo", { text }, { signal });
    const calls = { bytes: bytes.call, frames: frames.call, managed };
    one.push(await compareSequential(calls, quick ? 10_000 : 20_000));
    many.push(await compare(calls, quick ? 8_000 : 20_000, 64, 5));
    await Promise.all([frames.close(), bytes.close(), manager.stop()]);
  }
  const middle = (list) => list.sort((a, b) => a.ratio - b.ratio)[Math.floor(list.length / 2)];
  return { one: middle(one), many: middle(many) };
}

const { one, many } = await callsAgainstPipes();
const ratio = `${one.ratio.toFixed(2)}x`;
judge("sequential tool call / bare pipe", ratio, `at most 1.3x; ${one.detail}`, one.ratio <= 1.3);
const rate = 1 / many.ratio;
judge(
  "rate with 64 in flight / bare pipe",
  `${rate.toFixed(2)}x`,
  `at least 0.5x; ${many.detail}`,
  rate >= 0.5,
);
console.log(
  `     bare pipe, frames / unread bytes: ${one.parsing.toFixed(2)}x one after another, ${many.parsing.toFixed(2)}x with 64 in flight`,
);
