/** What the user reads when something goes wrong or takes longer, word for word. */
import { describe, expect, it } from "vitest";
import { RpcHost, StartedHost } from "./started-host.js";

const again = /extproto-host: .*529.*; trying again in 250 ms\n.*529.*; trying again in 750 ms\n/;

describe("a model call that is made again", () => {
  it("is told of on stderr by print and json mode", async () => {
    for (const mode of ["-p", "--json"]) {
      const host = new StartedHost({ mode: [mode, "fail 529 times 2\nsay at last"] });
      expect((await host.ended).code).toBe(0);
      expect(host.stdout).toContain("at last");
      expect(host.stderr).toMatch(again);
    }
  });

  it("is told of on stderr over RPC, and by no event", async () => {
    const host = new RpcHost();
    host.send({ type: "prompt", id: "p", message: "fail 529 times 2\nsay at last" });
    await host.finish();
    expect(host.stderr).toMatch(again);
    expect(host.types()).not.toContain("error");
  });

  it("is told of in the chat", async () => {
    const host = new StartedHost({ mode: ["--plain", "fail 529 times 2\nsay at last"] });
    await host.finish();
    expect(host.stdout).toMatch(/^.*529.*; trying again in 250 ms\n.*; trying again in 750 ms\nat last\n$/);
  });
});

describe("an extension that does not answer in time", () => {
  const slow = `send({ type: "register_command", name: "slow" });
    send({ type: "subscribe", intercept: ["turn_start"] });
    send({ type: "ready" });
    let asked;
    function receive(frame) {
      if (frame.type === "event_intercept") asked = frame.id;
      if (frame.type === "command_invoked" && asked) send({ type: "event_intercept_response", id: asked });
    }`;

  it("is told of once, with the name of its command", async () => {
    const args = ["--deadline-command", "300", "--deadline-intercept", "300"];
    const host = new StartedHost({ mode: ["--plain"], extensions: { tardy: slow }, args });
    host.child.stdin?.end("say hi\n/slow\n");
    await host.ended;
    expect(host.stdout).toContain("\n/slow: tardy did not answer within 300 ms\n");
    expect(host.stdout).toMatch(/^tardy sent an event_intercept_response after its deadline/m);
  });
});
