/** All documents of the spec, read together. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { protocolModel } from "@extproto/schemas/model";
import { type Fault, type ParsedDocument, parseDocument } from "./parse.js";
import { documentOfPrefix, type Requirement } from "./requirement.js";

/** The folder of the documents. */
export const specFolder = fileURLToPath(new URL("../", import.meta.url));

/** The spec as it is on disk. */
export interface Register {
  readonly requirements: readonly Requirement[];
  readonly documents: ReadonlyMap<string, ParsedDocument>;
  readonly faults: readonly Fault[];
}

/** Reads all documents of a folder and checks them against each other. */
export function readRegister(folder: string = specFolder): Register {
  const documents = new Map<string, ParsedDocument>();
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith(".md"))
      documents.set(name, parseDocument(name, readFileSync(join(folder, name), "utf8")));
  }
  const requirements = [...documents.values()].flatMap((document) => document.requirements);
  const faults = [...documents.values()].flatMap((document) => document.faults);
  faults.push(
    ...repeatedIds(requirements),
    ...misplaced(requirements),
    ...deadLinks(documents, folder),
    ...unknownNames(requirements),
  );
  return { requirements, documents, faults };
}

function repeatedIds(requirements: readonly Requirement[]): Fault[] {
  const seen = new Set<string>();
  return requirements.flatMap((requirement) => {
    const again = seen.has(requirement.id);
    seen.add(requirement.id);
    return again ? [faultOf(requirement, "the id is used twice")] : [];
  });
}

function misplaced(requirements: readonly Requirement[]): Fault[] {
  return requirements.flatMap((requirement) => {
    const [first, second] = requirement.id.split(".");
    const home = documentOfPrefix[`${first}.${second}`] ?? documentOfPrefix[first as string];
    return home === requirement.document
      ? []
      : [faultOf(requirement, `the id belongs to ${home ?? "no document"}`)];
  });
}

function deadLinks(documents: ReadonlyMap<string, ParsedDocument>, folder: string): Fault[] {
  const faults: Fault[] = [];
  for (const [name, document] of documents) {
    for (const { line, target } of document.links) {
      if (/^https?:/.test(target)) continue;
      const [file, anchor] = target.split("#") as [string, string | undefined];
      const other = file === "" ? document : documents.get(file);
      const isFile = other !== undefined || existsSync(join(folder, file));
      if (!isFile) faults.push({ document: name, line, message: `the link ${target} leads nowhere` });
      else if (anchor !== undefined && other !== undefined && !other.anchors.has(anchor)) {
        faults.push({ document: name, line, message: `the link ${target} names no heading` });
      }
    }
  }
  return faults;
}

/** Every name that `governs` may list: frames, documents and their fields. */
export function governableNames(): ReadonlySet<string> {
  const model = protocolModel();
  const names = new Set<string>();
  for (const frame of model.sides.flatMap((side) => side.frames)) {
    names.add(frame.id);
    for (const shape of [...frame.shapes, ...(frame.failure === undefined ? [] : [frame.failure])]) {
      for (const field of shape.fields) names.add(field.id);
    }
  }
  for (const document of model.documents) {
    names.add(document.id);
    for (const field of document.fields) names.add(field.id);
  }
  for (const field of model.types.flatMap((type) => type.fields ?? [])) names.add(field.id);
  return names;
}

function unknownNames(requirements: readonly Requirement[]): Fault[] {
  const known = governableNames();
  return requirements.flatMap((requirement) =>
    requirement.governs
      .filter((name) => !known.has(name))
      .map((name) => faultOf(requirement, `governs ${name}, which is no frame and no field`)),
  );
}

/** The frames and fields that no requirement governs and that are not marked informative. */
export function ungoverned(requirements: readonly Requirement[]): string[] {
  const governed = new Set(requirements.flatMap((requirement) => requirement.governs));
  const model = protocolModel();
  const missing = new Set<string>();
  for (const frame of model.sides.flatMap((side) => side.frames)) {
    const whole = frame.id.startsWith("dhara.");
    const shapes = [...frame.shapes, ...(frame.failure === undefined ? [] : [frame.failure])];
    const fields = shapes.flatMap((shape) => shape.fields).filter((field) => field.name !== "type");
    if (whole || fields.length === 0) {
      if (!governed.has(frame.id)) missing.add(frame.id);
      continue;
    }
    for (const field of fields) if (!field.informative && !governed.has(field.id)) missing.add(field.id);
  }
  for (const document of model.documents) {
    if (document.id !== "manifest.extension") {
      if (!governed.has(document.id)) missing.add(document.id);
      continue;
    }
    for (const field of document.fields)
      if (!field.informative && !governed.has(field.id)) missing.add(field.id);
  }
  for (const type of model.types.filter((candidate) => candidate.protocol !== "dhara")) {
    for (const field of type.fields ?? []) {
      if (field.name !== "type" && !field.informative && !governed.has(field.id)) missing.add(field.id);
    }
  }
  return [...missing].sort();
}

function faultOf(requirement: Requirement, message: string): Fault {
  return { document: requirement.document, line: requirement.line, message: `${requirement.id}: ${message}` };
}
