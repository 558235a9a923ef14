import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTraceFile } from "./trace-file.js";

test("each line of the trace has the pipe, the direction, a time that grows, and the line", () => {
  const dir = mkdtempSync(join(tmpdir(), "extproto-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "trace");
  const trace = openTraceFile(path);
  trace.line("ext:weather", "in", Buffer.from('{"type":"ready"}'));
  trace.line("ext:weather", "out", '{"a":"\u2028"}');
  trace.line("rpc", "in", Buffer.from([0xff]));
  trace.close();
  trace.line("rpc", "in", "after the end");
  const lines = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { at: number });
  expect(lines).toEqual([
    { at: expect.any(Number), pipe: "ext:weather", direction: "in", line: '{"type":"ready"}' },
    { at: expect.any(Number), pipe: "ext:weather", direction: "out", line: '{"a":"\u2028"}' },
    { at: expect.any(Number), pipe: "rpc", direction: "in", base64: "/w==" },
  ]);
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort((a, b) => a - b));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a disk that is full ends the trace and tells so once", async () => {
  if (!existsSync("/dev/full")) return;
  const failures: unknown[] = [];
  const trace = openTraceFile("/dev/full", (error) => failures.push(error));
  trace.line("rpc", "in", "{}");
  await new Promise((resolve) => setImmediate(resolve));
  trace.line("rpc", "in", "{}");
  trace.close();
  expect(failures).toEqual([expect.objectContaining({ code: "ENOSPC" })]);
});
