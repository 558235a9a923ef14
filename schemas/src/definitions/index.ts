/** Every definition, and where it belongs. The one list that everything else is generated from. */
import type { Document, Frame } from "../define/frame.js";
import { dharaExtensionFrames, dharaHostFrames } from "./dhara.js";
import { extensionFrames, hostFrames } from "./extproto/index.js";
import { DharaManifest, ExtensionManifest } from "./manifests.js";
import { PithMessage } from "./pith.js";
import { clientFrames, serverFrames } from "./rpc/index.js";

/** One side of a protocol, and what it sends. */
export interface SideDefinition {
  readonly protocol: string;
  readonly side: string;
  readonly doc: string;
  readonly frames: readonly Frame[];
}

export const sides: readonly SideDefinition[] = [
  {
    protocol: "extproto",
    side: "extension",
    doc: "What an extension writes to its stdout.",
    frames: extensionFrames,
  },
  {
    protocol: "extproto",
    side: "host",
    doc: "What a host writes to an extension's stdin.",
    frames: hostFrames,
  },
  {
    protocol: "rpc",
    side: "client",
    doc: "What an application writes to the host's stdin.",
    frames: clientFrames,
  },
  { protocol: "rpc", side: "server", doc: "What the host writes to its stdout.", frames: serverFrames },
  {
    protocol: "dhara",
    side: "host",
    doc: "What a host writes to a Dhara extension.",
    frames: dharaHostFrames,
  },
  {
    protocol: "dhara",
    side: "extension",
    doc: "What a Dhara extension writes.",
    frames: dharaExtensionFrames,
  },
];

/** Documents, by the qualified name that the spec uses. */
export const documents: Readonly<Record<string, Document>> = {
  "manifest.extension": ExtensionManifest,
  "manifest.dhara": DharaManifest,
  "pith.Message": PithMessage,
};

export type { JsonObject, JsonValue, UnknownValue } from "../define/fields.js";
export type {
  Document,
  Frame,
  FrameFacts,
  FrameKind,
  Infer,
  InferDocument,
  Variant,
} from "../define/frame.js";
export * from "./dhara.js";
export * from "./extproto/index.js";
export * from "./manifests.js";
export * from "./pith.js";
export * from "./registries.js";
export * from "./rpc/index.js";
