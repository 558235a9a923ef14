import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { guideFolder, runScript } from "./guide.js";

const examples = fileURLToPath(new URL("../../../docs/examples/", import.meta.url));
const client = (name: string) => join(examples, "rpc", name);

describe("the example clients", () => {
  it("are executable as they are", () => {
    const place = guideFolder();
    for (const name of ["ask.sh", "client.py", "client.mjs"]) {
      expect(runScript(`'${client(name)}' 'say hello'`, place), name).toMatch(/^hello$/m);
    }
  });

  it("fail when the model does, after done", () => {
    const place = guideFolder();
    expect(runScript(`'${client("ask.sh")}' 'fail 400 nope'`, place)).toMatch(/^error: .*nope\nstatus 1$/);
    expect(runScript(`'${client("client.py")}' 'fail 400 nope' 'say after'`, place)).toMatch(
      /nope\nafter\n\d messages\nstatus 1$/,
    );
  });

  it("hand options on to the host", () => {
    const place = guideFolder();
    expect(runScript(`'${client("ask.sh")}' 'call read {}' --no-tools`, place)).toContain("unknown tool");
  });

  it("run the slash commands of the example extensions", () => {
    const place = guideFolder();
    for (const name of ["hello-py", "clock-node", "coin-shell"]) {
      runScript(`extproto-host ext install '${join(examples, "extensions", name)}'`, place);
    }
    const printed = runScript(
      `'${client("client.mjs")}' /hellopy /clock 'call bash {"command":"sudo ls"}'`,
      place,
    );
    expect(printed).toContain("You said: Greet me very briefly. Add one emoji.");
    expect(printed).toMatch(/^\[clock-node\] It is \d\d:\d\d UTC\.$/m);
    expect(printed).toContain("bash failed: sudo is not allowed here");
  });
});
