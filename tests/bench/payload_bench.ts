/** What a buyer's browser loads: the gzip size of all JavaScript of a page, and the time to start. */
import type { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import type { Bench, BenchRow } from "./report.ts";
import { startService } from "./service.ts";

const LIMIT_KB = 15;
const PAGES: { name: string; path: string; limitKb: number }[] = [
  { name: "start page", path: "/", limitKb: 0 },
  { name: "systems", path: "/systems", limitKb: 0 },
  { name: "wizard", path: "/select?track=home", limitKb: LIMIT_KB },
  { name: "results", path: "/results?track=home", limitKb: 0 },
];

export const payload: Bench = {
  key: "payload",
  title: "What a page loads",
  about: `All JavaScript of a page, each loaded once in Chromium with nothing in its cache.`,
  run: benchPayload,
};

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
      const page = await browser.newPage();
      const bodies: Promise<Buffer>[] = [];
      page.on("response", (response) => {
        if (response.request().resourceType() === "script") bodies.push(response.body());
      });
      await page.goto(service.origin + path, { waitUntil: "networkidle" });
      await page.close();
      const bytes = (await Promise.all(bodies))
        .reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
      rows.push({
        name: `JavaScript of the ${name}, gzip`,
        peer: "the limit",
        ours: bytes / 1000,
        theirs: limitKb,
        unit: "kB",
        ratio: limitKb === 0 ? 0 : bytes / 1000 / limitKb,
        aim: `at most ${limitKb} kB`,
        met: bytes / 1000 <= limitKb,
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}
