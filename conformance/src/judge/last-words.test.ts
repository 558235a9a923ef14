import { expect, it } from "vitest";
import { tellingLines } from "./last-words.js";

const told = (text: string) => {
  const lines = text.split("\n");
  const { from, to } = tellingLines(lines);
  return lines.slice(from, to);
};

it("a crash in Node is told by its error, which stands before the trace", () => {
  const words = told(`/x/main.mjs:4
  throw new TypeError("no name");
  ^

TypeError: no name
    at take (/x/main.mjs:4:9)
    at Readable.push (node:internal/streams/readable:390:5)
    at Pipe.onStreamRead (node:internal/stream_base_commons:191:23)

Node.js v20.19.0`);
  expect(words).toEqual([
    "TypeError: no name",
    "    at take (/x/main.mjs:4:9)",
    "    at Readable.push (node:internal/streams/readable:390:5)",
  ]);
});

it("a crash in Python is told by its error, which stands after the trace", () => {
  const words = told(`Traceback (most recent call last):
  File "/x/main.py", line 4, in <module>
    frame["name"]
    ~~~~~^^^^^^^^
KeyError: 'name'`);
  expect(words).toEqual(['    frame["name"]', "    ~~~~~^^^^^^^^", "KeyError: 'name'"]);
});

it("a crash in Go or in Rust is told by its panic", () => {
  expect(
    told("reading\npanic: no name\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:4\nexit status 2")[0],
  ).toBe("panic: no name");
  expect(told("thread 'main' panicked at src/main.rs:2:5:\nno name\nnote: run with\nmore\nlines")[1]).toBe(
    "no name",
  );
});

it("without the name of an error the last lines are told", () => {
  expect(told("one\ntwo\nthree\nfour")).toEqual(["two", "three", "four"]);
  expect(told("one")).toEqual(["one"]);
});
