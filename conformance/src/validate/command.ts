/** The command line of `extproto validate`. */
import { Command, Option } from "commander";
import { readOptions, type WrittenOptions } from "./options.js";
import { validate } from "./run.js";

const explanation = `
Reads one JSON object per line and holds each to the duties of its sender. A frame
is valid, unknown (a type or variant that this version does not know: not a fault
unless --strict) or invalid. Lines and columns count from 1, columns in characters.

Examples:
  $ extproto validate trace.ndjson
  $ ./my-extension < host.ndjson | extproto validate - --from extension
  $ extproto validate rpc.ndjson --protocol rpc --from server --strict
  $ extproto validate trace.ndjson --json | jq 'select(.verdict == "invalid")'

Exit codes:
  0  no invalid frame
  1  invalid frames, or no frames at all
  2  the command line or the file cannot be used`;

/** Makes the command; `done` takes the exit code. */
export function validateCommand(done: (code: number) => void): Command {
  return new Command("validate")
    .description("Check a file or a stream of frames, line by line, as they arrive.")
    .usage("FILE|- [options]")
    .argument("[FILE...]", "a file of frames, or - for standard input")
    .addOption(
      new Option("--protocol <name>", "what is spoken")
        .choices(["extproto", "rpc", "dhara"])
        .default("extproto"),
    )
    .addOption(
      new Option("--from <side>", "who wrote the frames; without it, either side may have").choices([
        "host",
        "extension",
        "client",
        "server",
      ]),
    )
    .option("--strict", "unknown types, variants and fields are faults; CR LF is noted")
    .option("--json", "one JSON object per line of input, then the summary")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", explanation)
    .action(async (files: readonly string[], written: WrittenOptions) => {
      done(await validate(readOptions(files, written)));
    });
}
