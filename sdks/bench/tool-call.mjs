/**
 * What a tool call costs: to an extension on the TypeScript SDK, to the same by hand, and to the same tool in a
 * server of the official MCP SDK. One client, one pipe each, rounds that take turns; ratios, not times.
 */
import { fileURLToPath } from "node:url";
import { helloAck, median, startPeer } from "./peer.mjs";

const calls = 500;
const rounds = Number(process.env.ROUNDS ?? 15);
const at = (name) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));
const text =
  "a text of about a hundred characters, as a tool would be given it by a model that has something to say";

async function openExtension(name) {
  const peer = startPeer([process.execPath, at(name)]);
  await peer.until('"hello"');
  peer.send(helloAck);
  await peer.until('"ready"');
  return {
    peer,
    call: (id) => ({ type: "tool_call", id, name: "echo", args: { text } }),
  };
}

async function openServer() {
  const peer = startPeer([process.execPath, at("mcp.mjs")]);
  const clientInfo = { name: "bench", version: "1.0.0" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  peer.send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  await peer.until('"id":0');
  peer.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    peer,
    call: (id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "echo", arguments: { text } },
    }),
  };
}

async function round({ peer, call }, first) {
  const from = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) {
    peer.send(call(`c${first + i}`));
    const line = await peer.line();
    if (!line.includes(text)) throw new Error(`not the answer: ${line}`);
  }
  return Number(process.hrtime.bigint() - from) / calls / 1000;
}

const contestants = {
  sdk: await openExtension("sdk.mjs"),
  raw: await openExtension("raw.mjs"),
  mcp: await openServer(),
};
const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
for (let r = -3; r < rounds; r++) {
  for (const [name, contestant] of Object.entries(contestants)) {
    const microseconds = await round(contestant, (r + 3) * calls);
    // The first rounds warm everybody up.
    if (r >= 0) times[name].push(microseconds);
  }
}
await Promise.all(Object.values(contestants).map(({ peer }) => peer.end()));

/** Each round against its neighbours: what slows the machine down slows all three. */
const ratio = (a, b) => median(times[a].map((time, index) => time / times[b][index]));
const bounds = [
  { name: "SDK against a hand-written loop", value: ratio("sdk", "raw"), most: 1.2 },
  { name: "SDK against the MCP SDK", value: ratio("sdk", "mcp"), most: 0.8 },
];
console.log(`a tool call, median of ${rounds} rounds of ${calls}:`);
for (const name of Object.keys(times))
  console.log(`  ${name.padEnd(4)} ${median(times[name]).toFixed(1)} µs`);
for (const { name, value, most } of bounds)
  console.log(`${value <= most ? "ok  " : "OVER"}  ${name}: ${value.toFixed(2)} (at most ${most})`);
process.exit(bounds.every(({ value, most }) => value <= most) ? 0 : 1);
