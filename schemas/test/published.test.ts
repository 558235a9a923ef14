import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { Compile } from "typebox/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { loadVectors, promise } from "./vectors.js";

const json = fileURLToPath(new URL("../json/", import.meta.url));
const modes = ["emit", "accept"] as const;
type Mode = (typeof modes)[number];

function schemaFile(frame: string, mode: Mode): string {
  const [protocol, side, ...rest] = frame.split(".") as [string, string, ...string[]];
  if (rest.length === 0) return join(json, "documents", `${frame}.${mode}.json`);
  return join(json, protocol, side, `${rest.join(".").replaceAll("/", "-")}.${mode}.json`);
}

function sideFile(frame: string, mode: Mode): string | undefined {
  const [protocol, side, name] = frame.split(".") as [string, string, string | undefined];
  return name === undefined ? undefined : join(json, protocol, `${side}.${mode}.json`);
}

function load(file: string): object {
  return JSON.parse(readFileSync(file, "utf8")) as object;
}

function places(errors: readonly ErrorObject[] | null | undefined): string[] {
  return (errors ?? []).map((error) =>
    error.keyword === "required"
      ? `${error.instancePath}/${String(error.params.missingProperty)}`
      : error.instancePath,
  );
}

const files = loadVectors();

describe.each(modes)("the published %s schemas", (mode) => {
  const compiled = new Map<string, ValidateFunction>();
  function ajv(file: string): ValidateFunction {
    let validate = compiled.get(file);
    if (validate === undefined) {
      // Union types are how null as absent is written.
      validate = new Ajv2020({
        strict: true,
        strictRequired: false,
        strictTypes: false,
        allErrors: true,
      }).compile(load(file));
      compiled.set(file, validate);
    }
    return validate;
  }

  it.each(files)("of $frame give each vector its verdict, at its path, in ajv", ({ frame, vectors }) => {
    const validate = ajv(schemaFile(frame, mode));
    const wrong = vectors.filter((vector) => {
      const promised = promise(vector, mode);
      const pass = validate(vector.value);
      return (
        pass !== promised.pass ||
        (promised.path !== undefined && !places(validate.errors).includes(promised.path))
      );
    });
    expect(wrong.map((vector) => vector.name)).toEqual([]);
  });

  it.each(files)("of the side that sends $frame agree in ajv", ({ frame, vectors }) => {
    const file = sideFile(frame, mode);
    if (file === undefined) return;
    const validate = ajv(file);
    const wrong = vectors.filter((vector) => validate(vector.value) !== promise(vector, mode).pass);
    expect(wrong.map((vector) => vector.name)).toEqual([]);
  });

  it.each(files)("of $frame give each vector its verdict in typebox's validator", ({ frame, vectors }) => {
    const validator = Compile(load(schemaFile(frame, mode)));
    const wrong = vectors.filter((vector) => validator.Check(vector.value) !== promise(vector, mode).pass);
    expect(wrong.map((vector) => vector.name)).toEqual([]);
  });
});

const python = ["python3", "python"].find(
  (name) => spawnSync(name, ["-c", "import venv, ensurepip"]).status === 0,
);
if (python === undefined && process.env.CI === "true")
  throw new Error("CI needs Python with venv for the jsonschema check");
if (python === undefined)
  console.warn("skipped: Python is not here, so jsonschema does not get to judge the vectors");

describe.runIf(python !== undefined)("the published schemas in Python's jsonschema", () => {
  const cache = fileURLToPath(new URL("../../node_modules/.setup/jsonschema-4.25.1", import.meta.url));
  const interpreter = join(cache, "bin", "python");
  const program = fileURLToPath(new URL("./jsonschema_verdicts.py", import.meta.url));

  beforeAll(() => {
    if (existsSync(join(cache, "complete"))) return;
    mkdirSync(cache, { recursive: true });
    execFileSync(python as string, ["-m", "venv", "--clear", cache]);
    execFileSync(interpreter, [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "jsonschema==4.25.1",
    ]);
    writeFileSync(join(cache, "complete"), "");
  }, 120_000);

  it("give each vector its verdict", () => {
    const jobs = files.flatMap(({ frame, vectors }) =>
      modes.map((mode) => ({
        schema: schemaFile(frame, mode),
        values: vectors.map((vector) => vector.value),
        expected: vectors.map((vector) => promise(vector, mode).pass),
        names: vectors.map((vector) => `${frame} ${mode}: ${vector.name}`),
      })),
    );
    const output = execFileSync(interpreter, [program], {
      input: JSON.stringify(jobs),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(JSON.parse(output)).toEqual({ judged: jobs.flatMap((job) => job.values).length, wrong: [] });
  }, 120_000);
});
