/** Measures the slowest answers while staff keep the service busy, on the embedded engine. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { addMedia } from "./media_volume.ts";
import { demoPlace } from "./place.ts";
import type { Bench, BenchRow } from "./report.ts";
import { addresses, startService } from "./service.ts";

const LIMIT_MS = 250;
const ASKED = ["/health", "/", "/results?options=between-rooms&track=home"];
/** The interval between two requests. */
const EVERY_MS = 20;
const PICTURES = 6;
const TAGGED = 5_000;

export const busy: Bench = {
  key: "busy",
  title: "Answers while staff make the service work",
  about:
    `The slowest answer of each path, requested in turn every ${EVERY_MS} ms on the embedded engine, while a 2.6 MB document is imported through its
form, while ${PICTURES} photographs of 12 megapixels are uploaded one after another, and while ${
      TAGGED.toLocaleString("en-US")
    } pictures are tagged at once.`,
  run: benchBusy,
};

type Work = (origin: string) => Promise<unknown>;

async function benchBusy(): Promise<BenchRow[]> {
  await using place = await demoPlace("embedded");
  {
    await using database = await place.open();
    await addMedia(database.db, TAGGED);
  }
  await using service = await startService({ ...place.env, ADMIN_DEV_BYPASS: "true" });
  const works: readonly [string, Work][] = [
    ["a document of 2.6 MB is imported", importDocument],
    ["pictures are uploaded", uploadPictures],
    [`${TAGGED.toLocaleString("en-US")} pictures are tagged`, tagPictures],
  ];
  const rows: BenchRow[] = [];
  for (const [what, work] of works) {
    const { slowest, count, tookMs } = await askWhile(service.origin, work);
    for (const [path, ms] of slowest) {
      rows.push({
        name: `Slowest GET ${path.split("?")[0]} while ${what}, embedded`,
        peer: "the limit",
        ours: ms,
        theirs: LIMIT_MS,
        unit: "ms",
        ratio: ms / LIMIT_MS,
        aim: "at most 1",
        met: ms <= LIMIT_MS,
        note: `${count} answers in ${Math.round(tookMs / 1_000)} s`,
      });
    }
  }
  return rows;
}

/** Sends requests at a fixed rate, without waiting for answers, until the work is done. */
async function askWhile(origin: string, work: Work) {
  const slowest = new Map(ASKED.map((path) => [path, 0]));
  const client = addresses();
  const asked: Promise<void>[] = [];
  const ask = async (path: string) => {
    const began = performance.now();
    const response = await fetch(origin + path, { headers: client() });
    await response.body?.cancel();
    assert.equal(response.status, 200, path);
    slowest.set(path, Math.max(slowest.get(path) ?? 0, performance.now() - began));
  };
  for (const path of ASKED) await ask(path);
  for (const path of ASKED) slowest.set(path, 0);
  let turn = 0;
  const began = performance.now();
  const asking = setInterval(() => {
    asked.push(ask(ASKED[turn++ % ASKED.length] ?? "/"));
  }, EVERY_MS);
  try {
    await work(origin);
  } finally {
    clearInterval(asking);
  }
  const tookMs = performance.now() - began;
  await Promise.all(asked);
  return { slowest, count: asked.length, tookMs };
}

async function importDocument(origin: string): Promise<void> {
  const paragraph =
    "A wall of glass that folds away keeps out the rain and the noise of the street. ";
  const text = Array.from(
    { length: 4_600 },
    (_, place) => `## Part ${place}\n\n${paragraph.repeat(7)}Its number is ${place}.\n`,
  ).join("\n");
  const form = new FormData();
  form.set("intent", "import");
  form.set("type", "tech-doc");
  form.append("files", new File([text], "large.md", { type: "text/markdown" }));
  const response = await fetch(`${origin}/admin/corpus/upload`, { method: "POST", body: form });
  const html = await response.text();
  assert.equal(response.status, 200, html.slice(0, 300));
}

async function uploadPictures(origin: string): Promise<void> {
  for (let place = 0; place < PICTURES; place++) {
    const body = await sharp({
      create: {
        width: 4_000,
        height: 3_000,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 100 + place, sigma: 30 },
      },
    }).jpeg({ quality: 80 }).toBuffer();
    const response = await fetch(`${origin}/admin/media/upload/file?name=photo-${place}.jpg`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: Uint8Array.from(body),
    });
    assert.equal(response.status, 201, await response.text());
  }
}

async function tagPictures(origin: string): Promise<void> {
  const search = "q=volume-&source=cms";
  const ids = Array.from({ length: TAGGED }, (_, place) => ["id", `volume-${place + 1}`]);
  const response = await fetch(`${origin}/admin/media?${search}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams([
      ["intent", "apply"],
      ["act", "tag"],
      ["tag", "system:heron-lite"],
      ...ids,
    ]),
  });
  const html = await response.text();
  assert.equal(response.status, 303, html.slice(0, 300));
}
