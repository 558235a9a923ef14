/** The flags of the command line, as the host works with them. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { builtIn } from "./tools.mjs";

const text = { type: "string" };
const options = {
  provider: { ...text, default: "anthropic" },
  model: { ...text, default: "tiny-model" },
  "api-key": { ...text, default: process.env.ANTHROPIC_API_KEY ?? "none" },
  "base-url": { ...text, default: "https://api.anthropic.com" },
  cwd: { ...text, default: "." },
  "system-prompt": { ...text, default: "You help a programmer." },
  "append-system-prompt": { ...text, multiple: true, default: [] },
  reasoning: text,
  "max-steps": { ...text, default: "50" },
  tools: text,
  "no-tools": { type: "boolean", default: false },
  ext: { ...text, short: "e", multiple: true, default: [] },
  "no-ext": { type: "boolean", default: false },
};

/** Ends the process where a flag cannot be used. */
export function readFlags(report) {
  try {
    const { values } = parseArgs({ options });
    if (values.provider !== "anthropic") throw new Error(`there is no provider ${values.provider}`);
    if (!/^[1-9]\d*$/.test(values["max-steps"])) throw new Error("--max-steps has to be a number above 0");
    // The one model does not reason, so that nothing follows from how hard it is to do so.
    if (!["low", "medium", "high", undefined].includes(values.reasoning))
      throw new Error("--reasoning has to be low, medium or high");
    const explicit = values.ext.map((dir) => resolve(dir));
    process.chdir(values.cwd);
    return {
      server: { url: values["base-url"], key: values["api-key"] },
      model: values.model,
      system: [values["system-prompt"], ...values["append-system-prompt"]].join("\n\n"),
      maxSteps: Number(values["max-steps"]),
      builtIns: builtIn({ names: values["no-tools"] ? [] : values.tools?.split(",") }),
      ...{ explicit, discover: !values["no-ext"] },
    };
  } catch (error) {
    report(error.message);
    return process.exit(2);
  }
}
