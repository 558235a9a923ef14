import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createHostTarget } from "../../src/targets/host/host-target.js";
import { loadProfile } from "../../src/targets/host/load-profile.js";
import { account, allCases, check, passed, profile } from "./check.js";

const names = readdirSync(fileURLToPath(new URL("../../profiles", import.meta.url)))
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => name.replace(/\.yaml$/, ""));

/** Cases in which a user does something, and what the user is shown is looked at. */
const typed = [
  "host/commands/display-shown",
  "host/panels/keys-to-owner",
  "host/shutdown-and-reload/reload-reports",
  "host/panels/note-shown",
];

describe("the profiles of the kit", () => {
  it.each(names)("%s can be loaded", (name) => {
    expect(loadProfile(profile(name)).profile.name).toBe(name);
  });

  it("say why a case does not apply", () => {
    const target = createHostTarget({ profile: profile("zot") });
    const reasons = new Set(
      allCases.flatMap((theCase) =>
        target.plan(theCase).flatMap((planned) => (planned.kind === "not-applicable" ? [planned.why] : [])),
      ),
    );
    expect([...reasons].sort()).toEqual([
      "the host has no capability dynamic_tools",
      "the host has no capability on_failure",
      "the host has no capability tool_progress",
      "the host has no deadline hello",
      "the host has no ext list --json",
      "the host has no feature tool_cancel",
      "the host has no rpc extensions",
      "the host has no rpc intercept_outcomes",
      "the host has no rpc panels",
      "the host has no rpc slash_commands",
      "the host has no rpc tool_approval",
      "the host has no rpc tool_attribution",
      "the host has no user long-lines",
      "the host has no user terminal-text",
    ]);
  });

  it.each(["reference-host", "reference-host-plain"])(
    "%s does what a user does",
    async (name) => {
      const cases = allCases.filter(({ id }) => typed.includes(id));
      const results = await check(createHostTarget({ profile: profile(name) }), { cases });
      expect(account(results)).toEqual([]);
      expect(passed(results)).toHaveLength(typed.length);
    },
    60_000,
  );
});
