/** Files that describe an extension. Spec: manifest-and-discovery.md, dhara-profile.md. */
import { choice, flag, id, list, object, opt, record, text } from "../define/fields.js";
import { document, type InferDocument } from "../define/frame.js";

export const ExtensionManifest = document({
  name: "extension",
  protocol: "extproto",
  doc: "extension.json: how a host starts an extension.",
  since: "1.0",
  fields: {
    name: id("Name of the extension; the same as in hello.", { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }),
    version: opt(text("Version, shown in lists.")),
    exec: id("The program: absolute, relative to the manifest where it has a slash, else looked up in PATH."),
    args: opt(list("Arguments of the program.", text("An argument."))),
    language: opt(text("What it is written in. Nothing depends on it.", { informative: true })),
    description: opt(text("One line, shown in lists.")),
    enabled: opt(flag("False keeps the host from starting it.")),
    env: opt(
      list(
        "Names of the host's secrets that the extension asks to inherit.",
        text("Name of an environment variable.", { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }),
      ),
    ),
  },
  examples: [
    {
      name: "weather",
      version: "1.0.0",
      exec: "./weather",
      args: ["--mode", "daemon"],
      language: "go",
      description: "current weather for any city",
      enabled: true,
    },
    { name: "summary", exec: "node", args: ["main.js"], env: ["OPENAI_API_KEY"] },
  ],
});
export type ExtensionManifest = InferDocument<typeof ExtensionManifest>;

const Runtime = record("DharaRuntime", "How a Dhara host starts the extension.", {
  type: choice("Kind of runtime; hosts here run subprocess only.", ["subprocess", "wasm", "socket"]),
  command: id("The command line, split on white space; no shell."),
  protocol: opt(choice("The protocol it speaks.", ["json-rpc"])),
});

export const DharaManifest = document({
  name: "dhara",
  protocol: "dhara",
  doc: "manifest.json: how a host starts a Dhara extension.",
  since: "1.0",
  fields: {
    name: id("Name of the extension."),
    version: opt(text("Version, shown in lists.")),
    description: opt(text("One line, shown in lists.")),
    author: opt(text("Who wrote it.", { informative: true })),
    license: opt(text("Its licence.", { informative: true })),
    runtime: Runtime,
    capabilities: opt(
      list("What the extension asks to be allowed.", text("A resource and an action, as filesystem:read.")),
    ),
    provides: opt(object("What it offers: tools, hooks, commands.", { informative: true })),
    config: opt(object("JSON Schema of its settings.", { informative: true })),
  },
  examples: [
    {
      name: "hello-world",
      version: "1.0.0",
      description: "A simple hello world extension",
      runtime: { type: "subprocess", command: "python3 hello.py", protocol: "json-rpc" },
      capabilities: [],
    },
  ],
});
export type DharaManifest = InferDocument<typeof DharaManifest>;
