/**
 * What a tool call through the extension manager costs, as a multiple of a bare pipe between two Node processes
 * that exchange the same frames.
 *
 * Frames are what is exchanged, so both ends of the bare pipe parse each line and write a frame, as no program
 * of the protocol can avoid. A pipe that moves the same bytes unread is printed beside it and not bound: it is
 * faster than the one with frames by more than the bound leaves, so no host could keep to it, however fast.
 *
 *   node reference-host/bench/tool-call.mjs            fails when a bound is missed
 *   node reference-host/bench/tool-call.mjs --quick    smaller numbers, for a look
 */
import { openBarePipe } from "./bare-pipe.mjs";
import { judge, median, minimalExtension, newManager, quick, timed } from "./measure.mjs";

const text = "Berlin: 16 degrees, fog over the river, clearing towards noon";
const { signal } = new AbortController();

/** Both sides in turns, so that a busy moment of the machine hits both; the median of the ratios counts. */
async function compare(bare, managed, count, width, rounds) {
  await timed(bare, count, width);
  await timed(managed, count, width);
  const ratios = [];
  const costs = { bare: [], managed: [] };
  for (let round = 0; round < rounds; round++) {
    const floor = await timed(bare, count, width);
    const cost = await timed(managed, count, width);
    ratios.push(cost / floor);
    costs.bare.push(floor / count);
    costs.managed.push(cost / count);
  }
  const us = (list) => `${(median(list) * 1000).toFixed(1)} us`;
  return { ratio: median(ratios), detail: `bare ${us(costs.bare)}, managed ${us(costs.managed)} a call` };
}

/**
 * The median time of one call after another, both sides in short turns. What else the machine does strikes
 * single calls hard and would decide a sum; the median call is the one that nothing came between.
 */
async function compareSequential(bare, managed, count) {
  const times = { bare: [], managed: [] };
  async function turn(call, list) {
    for (let n = 0; n < 100; n++) {
      const begin = performance.now();
      await call();
      list.push(performance.now() - begin);
    }
  }
  for (let n = 0; n < count; n += 100) {
    await turn(bare, times.bare);
    await turn(managed, times.managed);
  }
  // The first half is the warm-up of the compilers at both ends.
  const [floor, cost] = [times.bare, times.managed].map((list) => median(list.slice(list.length / 2)) * 1000);
  return { ratio: cost / floor, detail: `bare ${floor.toFixed(1)} us, managed ${cost.toFixed(1)} us a call` };
}

/** Calls against a bare pipe, each pair of processes started anew: where a scheduler puts them is luck. */
async function callsAgainst(mode) {
  const one = [];
  const many = [];
  for (let pair = 0; pair < (quick ? 3 : 7); pair++) {
    const manager = newManager([minimalExtension]);
    await manager.start();
    const bare = openBarePipe({ mode, text });
    const managed = () => manager.callTool("echo", { text }, { signal });
    one.push(await compareSequential(bare.call, managed, quick ? 10_000 : 20_000));
    many.push(await compare(bare.call, managed, quick ? 8_000 : 20_000, 64, 5));
    await Promise.all([bare.close(), manager.stop()]);
  }
  const middle = (list) => list.sort((a, b) => a.ratio - b.ratio)[Math.floor(list.length / 2)];
  return { one: middle(one), many: middle(many) };
}

const { one, many } = await callsAgainst("frames");
const ratio = `${one.ratio.toFixed(2)}x`;
judge("sequential tool call / bare pipe", ratio, `at most 1.3x; ${one.detail}`, one.ratio <= 1.3);
const rate = 1 / many.ratio;
judge(
  "rate with 64 in flight / bare pipe",
  `${rate.toFixed(2)}x`,
  `at least 0.5x; ${many.detail}`,
  rate >= 0.5,
);
const bytes = await callsAgainst("bytes");
console.log(
  `     the same against bytes that nobody parses: ${bytes.one.ratio.toFixed(2)}x (${bytes.one.detail}), rate ${(1 / bytes.many.ratio).toFixed(2)}x`,
);
