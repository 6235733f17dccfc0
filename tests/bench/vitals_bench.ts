/**
 * Measures the web vitals of pages on a slow phone in a real browser: largest paint, layout shift, response to a tap.
 */
import assert from "node:assert/strict";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { demoPlace } from "./place.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { startService } from "./service.ts";

const EXECUTABLE = "/usr/bin/chromium";
const RUNS = 3;

/** A mid-range phone on a slow mobile network, throttled as in common page audits. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6 * 1024 * 1024 / 8,
  uploadThroughput: 750 * 1024 / 8,
};
const CPU_SLOWDOWN = 4;
const SCREEN = { width: 360, height: 780 };

/** The published “good” thresholds of the web vitals. */
const GOOD = { lcpMs: 2_500, inpMs: 200, cls: 0.1 };

const ANSWERS = "options=cold-outside,wall-tall,width-medium,look-clear,floor-low&track=home";

interface Visit {
  readonly what: string;
  readonly path: string;
  /** Selector of the element that is tapped to measure the response. */
  readonly press: string;
}

const VISITS: readonly Visit[] = [
  { what: "the start page", path: "/", press: "header" },
  { what: "a question", path: "/select?track=home&step=place", press: "label:has(input)" },
  { what: "a result", path: `/results?${ANSWERS}`, press: "main details > summary" },
  { what: "all systems", path: "/systems", press: "main details > summary" },
  { what: "a system", path: "/systems/heron-lite", press: "main h1" },
  { what: "a comparison", path: "/compare?systems=heron-lite,heron-thermal", press: "main h1" },
];

interface Vitals {
  readonly lcpMs: number;
  readonly inpMs: number;
  readonly cls: number;
}

export const vitals: Bench = {
  key: "vitals",
  title: "Pages on a slow phone",
  about:
    `Chromium with a processor ${CPU_SLOWDOWN} times slower than this machine's, a network of 1.6 Mbit/s with 150 ms of
latency, and a screen of ${SCREEN.width} × ${SCREEN.height}. Each page is visited ${RUNS} times with an empty cache, tapped once and scrolled
to its end; each row is the worst visit. Each figure is compared with the published “good” threshold: largest paint (LCP) in 2.5 s,
response to a tap (INP) in 200 ms, layout shift (CLS) of 0.1.`,
  async run() {
    await using place = await demoPlace("embedded");
    await using service = await startService(place.env);
    const browser = await chromium.launch({
      executablePath: EXECUTABLE,
      args: ["--headless", "--no-sandbox", "--disable-gpu"],
    });
    try {
      // Unmeasured visits, because the service renders pictures at the first request and caches them.
      for (const visit of VISITS) await measure(browser, service.origin, visit);
      const rows: BenchRow[] = [];
      for (const visit of VISITS) {
        const runs: Vitals[] = [];
        for (let run = 0; run < RUNS; run++) {
          runs.push(await measure(browser, service.origin, visit));
        }
        rows.push(...rowsOf(visit, runs));
      }
      return rows;
    } finally {
      await browser.close();
    }
  },
};

function rowsOf({ what }: Visit, runs: readonly Vitals[]): BenchRow[] {
  const row = (name: string, unit: string, key: keyof Vitals) =>
    worstOf(runs.map((run) => ({ ours: run[key], theirs: GOOD[key] })), {
      name: `${name} of ${what}`,
      peer: "what counts as good",
      unit,
      aim: { atMost: 1 },
    });
  return [row("LCP", "ms", "lcpMs"), row("INP", "ms", "inpMs"), row("CLS", "", "cls")];
}

async function measure(browser: Browser, origin: string, visit: Visit): Promise<Vitals> {
  const context = await browser.newContext({ viewport: SCREEN, hasTouch: true, isMobile: true });
  try {
    return await visitPage(context, origin, visit);
  } finally {
    await context.close();
  }
}

async function visitPage(
  context: BrowserContext,
  origin: string,
  { path, press, what }: Visit,
): Promise<Vitals> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  const response = await page.goto(origin + path, { waitUntil: "load" });
  assert.equal(response?.status(), 200, what);
  await settle(page);
  // Read before the tap, because browsers stop reporting larger paints after an interaction.
  const { lcpMs } = await read(page);
  await page.locator(press).first().tap();
  await settle(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await settle(page);
  const { inpMs, cls } = await read(page);
  assert.ok(lcpMs > 0, `${what} painted nothing`);
  return { lcpMs, inpMs, cls };
}

/** Collects the vitals. Runs in the page before its own scripts. */
function observe(): void {
  const seen = { lcpMs: 0, inpMs: 0, cls: 0 };
  Reflect.set(globalThis, "seenVitals", seen);
  const follow = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each))
      .observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  follow("largest-contentful-paint", ({ startTime }) => seen.lcpMs = startTime);
  follow("event", (entry) => {
    if (Reflect.get(entry, "interactionId")) seen.inpMs = Math.max(seen.inpMs, entry.duration);
  });
  follow("layout-shift", (entry) => {
    if (!Reflect.get(entry, "hadRecentInput")) seen.cls += Number(Reflect.get(entry, "value"));
  });
}

function read(page: Page): Promise<Vitals> {
  return page.evaluate(() => ({ ...Reflect.get(globalThis, "seenVitals") }));
}

/** Waits until the network is idle, and another second. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_000);
}
