/** Bytes <-> lines: the one place that knows how frames are cut, ordered and bounded. */
export { type CancelDeadline, startDeadline } from "./deadline.js";
export {
  createLineSplitter,
  decodeLine,
  isBlank,
  type LineSplitter,
  type LineSplitterOptions,
} from "./line-splitter.js";
export { createLineWriter, type LineWriter, type LineWriterOptions, type Written } from "./line-writer.js";
export { openTraceFile, type TraceFile } from "./trace-file.js";
export { WireError, type WireErrorCode } from "./wire-error.js";
