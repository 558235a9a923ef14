/** Checks the files that describe extensions. */
import { documents as accept } from "../../generated/documents.accept.js";
import { documents as emit } from "../../generated/documents.emit.js";
import type { DharaManifest, ExtensionManifest } from "../definitions/manifests.js";
import type { PithMessage } from "../definitions/pith.js";
import { protocolModel } from "../model/index.js";
import { problemsOf } from "./decoder.js";
import type { Problem } from "./problem.js";
import { repair, unknownFields } from "./walk.js";

interface DocumentTypes {
  readonly "manifest.extension": ExtensionManifest;
  readonly "manifest.dhara": DharaManifest;
  readonly "pith.Message": PithMessage;
}

/** The documents that can be checked. */
export type DocumentName = keyof DocumentTypes;

/** A document, or what is wrong with it. */
export type CheckedDocument<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** How to judge a document: as its reader (`accept`, the default) or as its author (`emit`). */
export interface DocumentOptions {
  readonly mode?: "accept" | "emit";
  readonly strict?: boolean;
}

/**
 * Checks a parsed document. The value is not changed; null in an optional field reads as absent.
 *
 * @example
 * ```ts
 * const manifest = checkDocument("manifest.extension", { name: "weather", exec: "./weather" });
 * if (!manifest.ok) console.error(manifest.problems);
 * ```
 */
export function checkDocument<N extends DocumentName>(
  name: N,
  value: unknown,
  options: DocumentOptions = {},
): CheckedDocument<DocumentTypes[N]> {
  const { mode = "accept", strict = false } = options;
  const validate = (mode === "accept" ? accept : emit)[name];
  const shape = protocolModel().documents.find((document) => document.id === name);
  const copy = structuredClone(value);
  if (!validate(copy) && mode === "accept" && shape !== undefined && repair(copy, shape.fields))
    validate(copy);
  const problems = problemsOf(validate, copy, shape);
  if (strict && shape !== undefined) problems.push(...unknownFields(copy, shape.fields));
  return problems.length === 0 ? { ok: true, value: copy as DocumentTypes[N] } : { ok: false, problems };
}

export type { DharaManifest, ExtensionManifest } from "../definitions/manifests.js";
export type { PithMessage } from "../definitions/pith.js";
export type { Problem } from "./problem.js";
