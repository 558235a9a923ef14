/** `ext enable` and `ext disable`: change one value of a manifest and leave every other byte as it is. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { manifestFile } from "../../extensions/manifest.js";
import { readRegularFile } from "../../files/regular-file.js";
import { ExtFailure } from "./failure.js";
import { findInstalled } from "./installed.js";
import type { ExtIo } from "./io.js";
import { setTopLevelField } from "./json-edit.js";
import { plainLine } from "./plain-text.js";

/** Sets `enabled` of an extension. */
export async function setEnabled(
  options: { readonly name: string; readonly enabled: boolean },
  io: ExtIo,
): Promise<void> {
  const { name, dir, manifest, problem } = findInstalled(options.name, io);
  if (manifest === undefined) {
    throw new ExtFailure("EXT_CLI_BAD_MANIFEST", `the manifest has to be mended first: ${problem}`);
  }
  // An absent field means enabled, so there is nothing to write then.
  if ((manifest.enabled ?? true) !== options.enabled) {
    const path = realpathSync(join(dir, manifestFile));
    await writeFileAtomic(
      path,
      setTopLevelField(readRegularFile(path).toString("utf8"), "enabled", String(options.enabled)),
    );
  }
  io.stdout.write(
    `${plainLine(name)} is ${options.enabled ? "enabled" : "disabled"} from the next start of the host on.\n`,
  );
}
