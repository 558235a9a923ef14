/** Generates the types of the SDKs from `protocol.json`. */
export { type Generated, type GenerateOptions, generate } from "./generate.js";
export * from "./model.js";
export { camel, pascal, screaming, snake, unreserved, words, wrap } from "./names.js";
export { fieldNotes, frameNotes, shapeNotes } from "./notes.js";
export { OutputError } from "./output-error.js";
export {
  type GeneratedFile,
  noticeFor,
  noticeMark,
  type Printer,
  type PrinterOptions,
} from "./printer.js";
export { isLanguage, type Language, languages, loadPrinter } from "./printers/index.js";
export { protocolNames, resolveModel } from "./resolve.js";
export {
  type Scaffolded,
  type ScaffoldLanguage,
  type ScaffoldOptions,
  scaffold,
  scaffoldLanguages,
} from "./scaffold.js";
export { compareFiles, type Difference, writeFiles } from "./write.js";
