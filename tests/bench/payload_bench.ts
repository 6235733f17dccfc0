/** Measures the gzip size of the JavaScript that a page loads, and of the chat that it can open. */
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Bench, BenchRow } from "./report.ts";
import { startService } from "./service.ts";

const LIMIT_KB = 15;
const WIZARD = "/select?track=home";
const PAGES: { name: string; path: string; limitKb: number }[] = [
  { name: "start page", path: "/", limitKb: 0 },
  { name: "systems", path: "/systems", limitKb: 1 },
  { name: "wizard", path: WIZARD, limitKb: LIMIT_KB },
  { name: "results without answers", path: "/results?track=home", limitKb: 0 },
];
/** Limits for the JavaScript that the closed chat adds to a page, and for the chat panel itself. */
const CLOSED_LIMIT_KB = 2;
const PANEL_LIMIT_KB = 12;
/** A page counts as loaded when no script has arrived for this time. */
const QUIET_MS = 1_000;

export const payload: Bench = {
  key: "payload",
  title: "What a page loads",
  about: `All JavaScript of a page, loaded once in Chromium with an empty cache.`,
  run: benchPayload,
};

/** Sizes of scripts in bytes of gzip, by their paths. */
type Scripts = ReadonlyMap<string, number>;

async function benchPayload(): Promise<BenchRow[]> {
  const dataDir = await Deno.makeTempDir();
  await using service = await startService({ DATA_DIR: dataDir });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const rows: BenchRow[] = [];
    for (const { name, path, limitKb } of PAGES) {
      const { scripts } = await load(browser, service.origin + path);
      rows.push(rowOf(`JavaScript of the ${name}, gzip`, totalOf(scripts), limitKb));
    }
    rows.push(...await chatRows(browser, service.origin));
    return rows;
  } finally {
    await browser.close();
  }
}

/** Measures the chat on the comparison page, which loads no other script than the closed chat's. */
async function chatRows(browser: Browser, origin: string): Promise<BenchRow[]> {
  const { systems } = await (await fetch(`${origin}/api/systems`)).json();
  const path = `/compare?systems=${systems[0].id},${systems[1].id}`;
  const closed = await load(browser, origin + path);
  const opened = await load(browser, origin + path, async (page) => {
    await page.locator("form[data-chat] button").click();
    await page.locator("dialog textarea").waitFor();
  });
  const framework = await load(browser, origin + WIZARD);
  const pressed = without(opened.scripts, closed.scripts);
  const panel = without(pressed, framework.scripts);
  return [
    rowOf("JavaScript that the closed chat adds, gzip", totalOf(closed.scripts), CLOSED_LIMIT_KB),
    rowOf(
      "JavaScript of the chat itself, at its first press, gzip",
      totalOf(panel),
      PANEL_LIMIT_KB,
      {
        note: `with Preact and the boot script, which other pages share: ${
          (totalOf(pressed) / 1000).toFixed(1)
        } kB`,
      },
    ),
  ];
}

async function load(
  browser: Browser,
  url: string,
  act?: (page: Page) => Promise<void>,
): Promise<{ scripts: Scripts }> {
  const page = await browser.newPage();
  const scripts = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const measuring = response.body().then((body) => {
      scripts.set(new URL(response.url()).pathname, gzipSync(body, { level: 9 }).length);
    }).finally(() => underWay.delete(measuring));
    underWay.add(measuring);
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await act?.(page);
  // A loaded script can load more, and bodies cannot be read after the page is closed.
  do {
    await Promise.all(underWay);
    await page.waitForTimeout(QUIET_MS);
  } while (underWay.size > 0);
  await page.close();
  return { scripts };
}

function totalOf(scripts: Scripts): number {
  return [...scripts.values()].reduce((sum, size) => sum + size, 0);
}

function without(scripts: Scripts, others: Scripts): Scripts {
  return new Map([...scripts].filter(([path]) => !others.has(path)));
}

function rowOf(
  name: string,
  bytes: number,
  limitKb: number,
  { note }: { note?: string } = {},
): BenchRow {
  return {
    name,
    peer: "the limit",
    ours: bytes / 1000,
    theirs: limitKb,
    unit: "kB",
    ratio: limitKb === 0 ? 0 : bytes / 1000 / limitKb,
    aim: `at most ${limitKb} kB`,
    met: bytes / 1000 <= limitKb,
    ...(note !== undefined && { note }),
  };
}
