/**
 * Brings a checkout to the point where its commands run: installs the locked dependencies and builds.
 * Each step is skipped when a stamp says that nothing it depends on has changed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));
const stamps = join(root, "node_modules", ".setup");
const packages = [
  "schemas",
  "spec",
  "reference-host",
  "conformance",
  "sdks/generator",
  "sdks/typescript",
  "docs",
];

/** Seconds since `from`, for people. */
export function seconds(from) {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}

function hash(parts) {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part).update("\0");
  return sum.digest("hex");
}

function stamped(name, value) {
  try {
    return readFileSync(join(stamps, name), "utf8") === value;
  } catch {
    return false;
  }
}

function stamp(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}

/** Runs a program of the project; its output is shown only when it fails or when `show` is set. */
export function run(command, args, { show = false, env = process.env } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  if (result.error !== undefined) throw result.error;
  if (result.signal !== null) process.exit(130);
  if (result.status !== 0 && !show) {
    process.stderr.write(result.stdout);
    process.stderr.write(result.stderr);
  }
  return result.status ?? 1;
}

/** Runs a program from node_modules. */
export function tool(name, args, options) {
  return run(process.execPath, [join(root, "node_modules", ...name.split("/")), ...args], options);
}

/** The compiler's entry file, below node_modules. */
export const tsc = "typescript/bin/tsc";

function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function buildInputs() {
  const files = [
    join(root, "package-lock.json"),
    join(root, "scripts", "bundle.mjs"),
    join(root, "tsconfig.json"),
    join(root, "tsconfig.base.json"),
    ...packages.flatMap((name) => [
      join(root, name, "tsconfig.json"),
      ...sourceFiles(join(root, name, "src")),
      ...sourceFiles(join(root, name, "generated")),
      ...sourceFiles(join(root, name, "cases")),
    ]),
  ].filter((file) => existsSync(file));
  return hash(
    files.map((file) => `${relative(root, file)}:${statSync(file).mtimeMs}:${statSync(file).size}`),
  );
}

function install(quiet) {
  const wanted = hash([readFileSync(join(root, "package-lock.json")), process.version]);
  if (stamped("install", wanted)) return;
  const from = performance.now();
  if (!quiet) process.stderr.write("installing dependencies... ");
  const status = run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (status !== 0) {
    console.error("\nThe dependencies could not be installed; npm's own words are above.");
    process.exit(1);
  }
  stamp("install", wanted);
  if (!quiet) process.stderr.write(`done in ${seconds(from)}\n`);
}

/**
 * Compiles all packages, when a source file has changed since the last time. Without `cases` the kit's cases are not
 * read: they may cite what has yet to be generated.
 */
export function build({ quiet = false, cases = true } = {}) {
  const inputs = buildInputs();
  const complete = packages.every(
    (name) => !existsSync(join(root, name, "tsconfig.json")) || existsSync(join(root, name, "dist")),
  );
  if (complete && stamped("build", inputs)) return;
  const from = performance.now();
  if (!quiet) process.stderr.write("building... ");
  const steps = [
    () => tool(tsc, ["-b"]),
    () => run(process.execPath, ["scripts/bundle.mjs"]),
    ...(cases ? [() => run(process.execPath, ["conformance/dist/check/prepare-cases.js"])] : []),
  ];
  if (steps.some((step) => step() !== 0)) {
    rmSync(join(stamps, "build"), { force: true });
    process.stderr.write("\n");
    process.exit(1);
  }
  if (cases) stamp("build", inputs);
  if (!quiet) process.stderr.write(`done in ${seconds(from)}\n`);
}

/** Installs and builds what is missing. */
export function setup({ quiet = false, cases = true } = {}) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`extproto needs Node 20.19 or newer; this is ${process.version}.`);
    process.exit(2);
  }
  install(quiet);
  build({ quiet, cases });
}
