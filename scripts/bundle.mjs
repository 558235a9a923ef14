/**
 * Few files in place of many, for what is started often: the last step of the build.
 *
 * TypeBox is almost four hundred small files, execa and the provider SDKs are hundreds more. To find and read them
 * takes longer than all else that a host or an extension does to start, and the kit starts thousands.
 * - The kit and the TypeScript SDK import `#typebox`: the types are TypeBox's own, the code is one file.
 * - The bin of the reference host starts from `reference-host/lib`, unless `dist` has been compiled since.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./setup.mjs";

const bundles = [
  {
    folder: "sdks/typescript",
    input: { typebox: "typebox", "typebox-schema": "typebox/schema" },
    into: "dist/packages",
  },
  {
    folder: "conformance",
    input: { typebox: "typebox", "typebox-value": "typebox/value" },
    into: "dist/packages",
  },
  {
    folder: "reference-host",
    input: { main: "./dist/cli/main.js" },
    into: "lib",
    // It asks for the name of its own file.
    external: ["write-file-atomic"],
  },
];

for (const { folder, input, into, external } of bundles) {
  const cwd = join(root, folder);
  const dir = join(cwd, into);
  rmSync(dir, { recursive: true, force: true });
  const build = await rolldown({
    input,
    cwd,
    platform: "node",
    ...(external === undefined ? {} : { external }),
  });
  const { output } = await build.write({ dir, format: "esm", chunkFileNames: "[name]-[hash].js" });
  await build.close();
  for (const { fileName, code } of output) {
    // Comments aside.
    if (!/^(?!\s*[*/]).*\b__(file|dir)name\b/m.test(code ?? "")) continue;
    console.error(`${join(into, fileName)}: a package in it asks for the name of its file; make it external`);
    process.exit(1);
  }
}
