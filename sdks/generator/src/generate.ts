/** One run of the generator: a language, a folder, and either writing or comparing. */
import { type ProtocolModel, protocolModel } from "@extproto/schemas/model";
import type { ProtocolName } from "./model.js";
import { OutputError } from "./output-error.js";
import { type GeneratedFile, noticeFor } from "./printer.js";
import { type Language, loadPrinter } from "./printers/index.js";
import { resolveModel } from "./resolve.js";
import { compareFiles, type Difference, writeFiles } from "./write.js";

/** What is generated, and where to. */
export interface GenerateOptions {
  readonly language: Language;
  /** The folder that the files go to. */
  readonly out: string;
  /** Both where it is left out. */
  readonly protocol?: ProtocolName;
  /** Name of the package, where the language writes one. */
  readonly package?: string;
  /** Compares instead of writing. */
  readonly check?: boolean;
  /** The protocol to generate from; this release's where it is left out. */
  readonly source?: ProtocolModel;
}

/** What came of a run. */
export interface Generated {
  readonly files: readonly GeneratedFile[];
  /** What was written or removed; with `check`, what would be. */
  readonly differences: readonly Difference[];
}

/**
 * Generates the types of a language.
 *
 * @example
 * ```ts
 * const { differences } = await generate({ language: "go", out: "sdks/go/protocol", check: true });
 * ```
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { language, out, protocol, check = false, source = protocolModel() } = options;
  const printer = await loadPrinter(language);
  if (options.package !== undefined && printer.takesPackage !== true)
    throw new OutputError(
      `--package has no use for ${language}: its files have no package name in them; the folder that --out names decides`,
    );
  const model = resolveModel(source, protocol === undefined ? undefined : [protocol]);
  const files = printer.files(model, {
    notice: noticeFor(model),
    ...(options.package === undefined ? {} : { package: options.package }),
  });
  return { files, differences: check ? compareFiles(out, files) : writeFiles(out, files) };
}
