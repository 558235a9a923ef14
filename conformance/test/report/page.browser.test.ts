import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answersTwice, run, scratch } from "../check/extproto.js";
import { browserProgram, startBrowser } from "./browser.js";

/** Runs in the page, whose names this program's types do not know. */
const fillOf = (node: unknown): string =>
  (globalThis as unknown as { getComputedStyle(of: unknown): { fill: string } }).getComputedStyle(node).fill;

/** The part of an element that is looked at here. */
interface Found {
  readonly id: string;
  querySelector(selector: string): unknown;
}

/** Runs in the page: how far the colour of a text is from what lies behind it, as WCAG counts it. */
function contrastOf(node: unknown): number {
  interface Box {
    readonly parentElement: Box | null;
  }
  const styleOf = (of: Box) =>
    (
      globalThis as unknown as {
        getComputedStyle(box: Box): { readonly color: string; readonly backgroundColor: string };
      }
    ).getComputedStyle(of);
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
      const part = Number(text) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  let behind: Box | null = node as Box;
  while (behind !== null && styleOf(behind).backgroundColor === "rgba(0, 0, 0, 0)")
    behind = behind.parentElement;
  const back = behind === null ? 1 : light(styleOf(behind).backgroundColor);
  const front = light(styleOf(node as Box).color);
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
}

if (browserProgram === undefined)
  console.warn(
    "No browser on PATH: the page is not looked at. Install chromium, or name one in EXTPROTO_BROWSER.",
  );

describe.skipIf(browserProgram === undefined)("the page of a real check, in a real browser", () => {
  let browser: Browser;
  let address: string;
  beforeAll(async () => {
    const file = join(scratch(), "report.html");
    [browser] = await Promise.all([
      startBrowser(browserProgram as string),
      run("check", answersTwice, "--allow-tools", "--only", "extension/{tools,lifecycle}", "--html", file),
    ]);
    address = pathToFileURL(file).href;
  });
  afterAll(() => browser?.close());

  /** A tab, and what went wrong in it. */
  async function open(hash = "", options: { readonly javaScriptEnabled?: boolean } = {}) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
    const trouble: string[] = [];
    page.on("console", (message) => trouble.push(message.text()));
    page.on("pageerror", (error) => trouble.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(address)) trouble.push(`asked for ${request.url()}`);
    });
    await page.goto(`${address}${hash}`);
    return { page, trouble };
  }

  const shown = (page: Page) => page.locator("details.run:visible").count();

  it("shows the verdict and, of a failing run, everything that a failure needs", async () => {
    const { page, trouble } = await open();
    expect(await page.locator("h1").innerText()).toContain("answers-twice");
    const failing = page.locator("details.run[data-verdict=fail]").first();
    expect(await failing.locator(".finding").isVisible()).toBe(false);
    await failing.locator("summary").click();
    const text = await failing.locator(".inside").innerText();
    for (const part of [
      "MUST",
      "ext.tool.one-result",
      "An extension MUST answer every",
      "expected",
      "actual",
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/extproto check .*answers-twice --allow-tools --only/);
    expect(trouble).toEqual([]);
  });

  it("draws the sequence with the diverging frame marked in red, between the lanes it passes", async () => {
    const { page } = await open();
    const run = page.locator("details.run[data-verdict=fail]").first();
    await run.locator("summary").click();
    const bad = run.locator("svg .m.bad");
    expect(await bad.count()).toBeGreaterThan(0);
    const [colour, usual] = await Promise.all(
      [bad.first().locator(".l"), run.locator("svg .m:not(.bad) .l").first()].map((label) =>
        label.evaluate(fillOf),
      ),
    );
    expect(colour).not.toBe(usual);
    expect(await bad.first().locator(".l").textContent()).toContain("tool_result");
    const box = await bad.first().boundingBox();
    expect(box?.width).toBeGreaterThan(300);
  });

  it("filters by words, also of what a run breaks, and by verdict", async () => {
    const { page } = await open();
    const all = await shown(page);
    await page.fill("#search", "one-result");
    const failing = await shown(page);
    expect(failing).toBe(await page.locator("details.run[data-verdict=fail]").count());
    expect(failing).toBeLessThan(all);
    await page.uncheck('.bar input[value="fail"]');
    expect(await shown(page)).toBe(0);
    expect(await page.locator("#none").isVisible()).toBe(true);
    expect(await page.locator("tbody tr:visible").count()).toBeGreaterThan(0);
  });

  it("leads from a requirement to the run that shows it, and opens what the address names", async () => {
    const { page } = await open();
    await page.fill("#search", "hello-first");
    await page.locator('[id="ext.tool.one-result"]').waitFor({ state: "hidden" });
    await page.locator("tbody tr:visible a").first().click();
    const named = decodeURIComponent(new URL(page.url()).hash.slice(1));
    const opened = page.locator(`details.run[id="${named}"]`);
    await opened.locator(".inside").waitFor({ state: "visible" });

    const again = await open(`#${encodeURIComponent(named)}`);
    await again.page.locator(`details.run[id="${named}"] .inside`).waitFor({ state: "visible" });
  });

  it("marks the divergence in the diagram of every failing run, and has a row for every requirement", async () => {
    const { page, trouble } = await open();
    const failing = page.locator("details.run[data-verdict=fail]");
    const count = await failing.count();
    expect(count).toBeGreaterThan(0);
    const unmarked = await failing.evaluateAll((runs) =>
      (runs as unknown as Found[])
        .filter((run) => run.querySelector("svg .bad") === null)
        .map(({ id }) => id),
    );
    expect(unmarked).toEqual([]);
    const broken = page.locator('[id="ext.tool.one-result"]');
    expect(await broken.isVisible()).toBe(true);
    expect(await broken.locator(".pill").innerText()).toBe("broken");
    expect(await broken.locator("a").count()).toBeGreaterThan(0);
    expect(trouble).toEqual([]);
  });

  it("shows the title of the run that a link names below the bar, not behind it", async () => {
    const { page } = await open();
    const id = await page.locator("details.run").last().getAttribute("id");
    await page.goto(`${address}#${encodeURIComponent(id ?? "")}`);
    const title = page.locator(`details.run[id="${id}"] summary`);
    await page.locator(`details.run[id="${id}"] .inside`).waitFor({ state: "visible" });
    const [bar, summary] = await Promise.all([page.locator(".bar").boundingBox(), title.boundingBox()]);
    expect(summary?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  });

  it.each(["light", "dark"] as const)("has enough contrast to be read in %s", async (colorScheme) => {
    const { page } = await open();
    await page.emulateMedia({ colorScheme });
    await page.locator("details.run[data-verdict=fail] summary").first().click();
    const places = [
      "h1",
      "p.soft",
      ".pill.fail",
      ".pill.pass",
      ".pill.kept",
      "td a",
      "td .soft",
      ".finding dd",
    ];
    const faint: string[] = [];
    for (const place of places) {
      const ratio = await page.locator(place).first().evaluate(contrastOf);
      if (ratio < 4.5) faint.push(`${place}: ${ratio.toFixed(1)}`);
    }
    expect(faint).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "fits a screen of 400 pixels, %s, with everything open",
    async (colorScheme) => {
      const { page, trouble } = await open();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 400, height: 800 });
      await page.locator("details.run").evaluateAll((runs) => {
        for (const run of runs as unknown as { open: boolean }[]) run.open = true;
      });
      // Nothing but the diagrams, which scroll by themselves, is wider than the screen.
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
      expect(trouble).toEqual([]);
    },
  );

  it("can be read where scripts are not run", async () => {
    const { page, trouble } = await open("", { javaScriptEnabled: false });
    await page.locator("details.run summary").first().click();
    expect(await page.locator("details.run svg").first().isVisible()).toBe(true);
    expect(trouble).toEqual([]);
  });
});
