/** Measures the slowest answers while staff keep the service busy. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { addMedia } from "./media_volume.ts";
import { LARGE, largeCatalog } from "./large_catalog.ts";
import { catalogPlace, demoPlace, type Engine, ENGINES } from "./place.ts";
import { type Bench, type BenchRow, figure } from "./report.ts";
import { addresses, cpuMs, databaseCpuMs, startService } from "./service.ts";
import { saveForm } from "./staff_form.ts";

const LIMIT_MS = 250;
const ASKED = ["/health", "/", "/results?options=between-rooms&track=home"];
/** The same pages of the large catalog. */
const ASKED_OF_LARGE = ["/health", "/", "/results?options=f0-1,f1-2,f2-3,f4-5&track=home"];
/** The interval between two requests. */
const EVERY_MS = 20;
const PICTURES = 6;
const TAGGED = 5_000;
/** Saves of a rule, alone and then beside the requests. */
const SAVES = 12;
/** The longest wait that does not interrupt a person's thought. */
const SAVE_LIMIT_MS = 1_000;
const SAVE_CPU_LIMIT_MS = 500;

export const busy: Bench = {
  key: "busy",
  title: "Answers while staff make the service work",
  about:
    `The slowest answer of each path, requested in turn every ${EVERY_MS} ms while staff work. On the embedded engine, a 2.6 MB document is
imported through its form, ${PICTURES} photographs of 12 megapixels are uploaded one after another, and ${
      TAGGED.toLocaleString("en-US")
    } pictures are tagged
at once. On every engine, one rule is saved ${SAVES} times in a catalog of ${LARGE.systems} systems, ${
      LARGE.rules.toLocaleString("en-US")
    } rules and ${LARGE.factors} questions with
${LARGE.options} options. Saves are also timed alone: a save is answered when buyers see the change, and its processor time is that of the
service and, on a server, of the database.`,
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
  for (const engine of ENGINES) rows.push(...await benchSaves(engine));
  return rows;
}

/** Measures saves of one rule of the large catalog. */
async function benchSaves(engine: Engine): Promise<BenchRow[]> {
  await using place = await catalogPlace(engine, largeCatalog());
  await using service = await startService({ ...place.env, ADMIN_DEV_BYPASS: "true" });
  const save = async (origin: string) => {
    const times: number[] = [];
    for (let turn = 0; turn < SAVES; turn++) {
      times.push(
        await saveForm(`${origin}/admin/rules/rule-7`, { name: `Saved ${Math.random()}` }),
      );
    }
    return times.sort((a, b) => a - b);
  };
  const cpu = async () =>
    await cpuMs(service.pid) + (engine === "server" ? await databaseCpuMs(place.database) : 0);
  await save(service.origin);
  const before = await cpu();
  const times = await save(service.origin);
  const spent = (await cpu() - before) / SAVES;
  const rowOf = (name: string, ours: number, theirs: number, note: string): BenchRow => ({
    name: `${name}, ${engine}`,
    peer: "the limit",
    ours,
    theirs,
    unit: "ms",
    ratio: ours / theirs,
    aim: "at most 1",
    met: ours <= theirs,
    note,
  });
  const { slowest, count, tookMs } = await askWhile(service.origin, save, ASKED_OF_LARGE);
  return [
    rowOf(
      "Slowest save of a rule in a large catalog",
      times.at(-1) ?? NaN,
      SAVE_LIMIT_MS,
      `p50 ${figure(times[SAVES / 2] ?? NaN)} ms, ${SAVES} saves`,
    ),
    rowOf("Processor time of a save and of the page before it", spent, SAVE_CPU_LIMIT_MS, ""),
    ...[...slowest].map(([path, ms]) =>
      rowOf(
        `Slowest GET ${path.split("?")[0]} while a rule in a large catalog is saved`,
        ms,
        LIMIT_MS,
        `${count} answers in ${Math.round(tookMs / 1_000)} s`,
      )
    ),
  ];
}

/** Sends requests at a fixed rate, without waiting for answers, until the work is done. */
async function askWhile(origin: string, work: Work, paths: readonly string[] = ASKED) {
  const slowest = new Map(paths.map((path) => [path, 0]));
  const client = addresses();
  const asked: Promise<void>[] = [];
  const ask = async (path: string) => {
    const began = performance.now();
    const response = await fetch(origin + path, { headers: client() });
    await response.body?.cancel();
    assert.equal(response.status, 200, path);
    slowest.set(path, Math.max(slowest.get(path) ?? 0, performance.now() - began));
  };
  for (const path of paths) await ask(path);
  for (const path of paths) slowest.set(path, 0);
  let turn = 0;
  const began = performance.now();
  const asking = setInterval(() => {
    asked.push(ask(paths[turn++ % paths.length] ?? "/"));
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
