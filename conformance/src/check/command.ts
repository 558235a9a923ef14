/** The command line of `extproto check`. */
import { Command } from "commander";
import { collect } from "../commands/collect.js";
import { consoleReporter, terminalWidth } from "../report/console.js";
import { coloursFor } from "../validate/colours.js";
import { writeOut } from "../validate/output.js";
import { check } from "./check.js";
import { type CheckOptions, readCheckOptions, type WrittenCheckOptions } from "./options.js";
import { jsonReport } from "./outputs.js";

const explanation = `
The extension is run in a copy of its folder. Its tools and commands may act on the
world: they are run only with --allow-tools, with consent in an extproto.check.yaml
beside the manifest, or with a yes at the terminal.

A glob is tried on the ids of cases and of requirements. In it, * and ? stand for no
slash, ** for any folders, {a,b} for either; a folder stands for all that is in it.

An --out folder with an earlier run is cleared of that run's reports and traces first.

Examples:
  $ extproto check ./my-extension
  $ extproto check ./my-extension --allow-tools --html report.html
  $ extproto check ./my-extension --only 'extension/tools/*' --skip '**/odd-*'
  $ extproto check --host profiles/my-host.yaml --jobs 4 --out results
  $ extproto check --host my-host.yaml --write-baseline known.yaml --reason 'see issue 7'
  $ extproto check --host my-host.yaml --baseline known.yaml
  $ extproto check ./my-extension --spec 1.0
  $ extproto check --client my-client.yaml

Exit codes:
  0    everything that applies passes (a broken SHOULD is a warning)
  1    something fails, or an entry of the baseline is wrong
  2    the command line, or a file that it names, cannot be used
  3    incomplete: something could not be run, or nothing was
  4    a fault of the kit
  130  interrupted by SIGINT (Ctrl-C); 143 by SIGTERM, 129 by SIGHUP`;

/** Makes the command; `done` takes the exit code. */
export function checkCommand(done: (code: number) => void): Command {
  return new Command("check")
    .description(
      "Check an extension, with --host a host, or with --client an RPC client, against the specification.",
    )
    .usage("DIR [options] | --host PROFILE.yaml [options] | --client PROFILE.yaml [options]")
    .argument("[DIR...]", "folder of the extension, with its extension.json")
    .option("--host <profile>", "check the host that this profile starts")
    .option("--client <profile>", "check the RPC client that this profile starts")
    .option(
      "--cases <path>",
      "cases of your own instead of the kit's (may be repeated; kit stands for the kit's)",
      collect,
      [],
    )
    .option("--only <glob>", "only cases whose id or requirement fits (may be repeated)", collect, [])
    .option("--skip <glob>", "not these (may be repeated)", collect, [])
    .option("--jobs <n>", "how many runs at a time")
    .option("--repeat <n>", "run each case n times; verdicts have to be the same")
    .option("--shard <i/n>", "run the ith of n parts; join them with extproto report merge")
    .option("--spec <version>", "count only what this release of the specification froze")
    .option(
      "--transform <name>",
      "run again with frames put into other bytes: a name, several, or all",
      collect,
      [],
    )
    .option("--allow-tools", "run tools and commands of the extension")
    .option("--tool-timeout <seconds>", "how long a tool or command may take (10; 60 for certification)")
    .option("--default-deadlines", "do not shorten the deadlines of the host")
    .option("--baseline <file>", "known failures")
    .option("--write-baseline <file>", "write the failures of this run as known ones")
    .option("--reason <text>", "why they are accepted, for new entries of --write-baseline")
    .option("--out <dir>", "write all reports and the traces there")
    .option("--json", "print the report as JSON, and nothing else")
    .option("--junit <file>", "write JUnit XML")
    .option("--html <file>", "write the page")
    .option("--markdown <file>", "write the summary for a CI job")
    .option("--badge <file>", "write the JSON of a badge")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", explanation)
    .action(async (dirs: readonly string[], written: WrittenCheckOptions) => {
      done(await run(readCheckOptions(dirs, written)));
    });
}

async function run(options: CheckOptions): Promise<number> {
  const { json } = options.files;
  const stream = process.stdout;
  const { report, exitCode, written } = await check(options, {
    reporter: (planned) =>
      consoleReporter({
        write: json ? () => {} : (text) => void stream.write(text),
        colours: coloursFor(stream, process.env),
        live: stream.isTTY === true && process.env.CI === undefined && process.env.TERM !== "dumb",
        width: terminalWidth(stream),
        planned,
      }),
    warn: (text) => void process.stderr.write(`${text}\n`),
  });
  if (json) await writeOut(jsonReport(report));
  else if (written.length > 0) await writeOut(`written: ${written.join(", ")}\n`);
  return exitCode;
}
