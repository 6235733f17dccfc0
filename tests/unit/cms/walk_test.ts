/** Walks over the pages of a list: what counts towards their limits, and which pages are known from earlier runs (spec §4.11). */
import assert from "node:assert/strict";
import { readRows } from "@/lib/cms/client/collection.ts";
import {
  type KnownPage,
  leftOf,
  pagesOf,
  runAllowance,
  type Walk,
  type WalkEnd,
} from "@/lib/cms/client/walk.ts";
import type { FetchOutcome, PublicFetch } from "@/lib/net/mod.ts";

/** A page of rows with the given ids. A row without an id is left out, and “odd” gives a warning. */
type Page = readonly string[];

const WALK: Walk<string> = {
  name: "pictures",
  first: 0,
  address: (place) => `/${place}`,
  after: (_document, place) => place + 1,
  read: ({ rows }) =>
    readRows(rows, "picture", ({ id }, warnings) => {
      if (id === "odd") warnings.add("Picture odd: it is odd.");
      return id === "" ? { called: "", why: "has no usable id" } : { row: id };
    }),
  keyOf: (id) => id,
};

/** Walks over the given pages, and returns what the walk yields, and its end. */
async function walkOver(
  pages: readonly (Page | FetchOutcome)[],
  { allowance = runAllowance(), known = {}, from = null }: {
    readonly allowance?: ReturnType<typeof runAllowance>;
    readonly known?: Readonly<Record<number, KnownPage>>;
    readonly from?: number | null;
  } = {},
) {
  const limits: (number | undefined)[] = [];
  const fetch: PublicFetch = (url, { maxBytes } = {}) => {
    limits.push(maxBytes);
    const place = Number(url.split("/").at(-1));
    const page = pages[place] ?? [];
    if ("ok" in page) return Promise.resolve(page);
    const data = page.map((id) => ({ type: "media--image", id }));
    const links = place + 1 < pages.length ? { next: "more" } : {};
    const body = new TextEncoder().encode(JSON.stringify({ data, links }));
    return Promise.resolve({ ok: true, status: 200, url, headers: new Headers(), body });
  };
  const recall = ({ place }: { place: number }) => Promise.resolve(known[place] ?? null);
  const services = { fetch, baseUrl: "https://cms.example", allowance, known: { recall } };
  const walking = pagesOf(WALK, services, from);
  const found: { rows: readonly string[]; settled: number; mayBeKnown: boolean }[] = [];
  let step = await walking.next();
  for (; !step.done; step = await walking.next()) {
    const { rows, settled, name } = step.value;
    found.push({ rows, settled, mayBeKnown: name !== null });
  }
  const end: WalkEnd = step.value;
  return { found, end, limits };
}

Deno.test("a page that is too large counts as one of the largest size (spec §4.11)", async () => {
  const allowance = runAllowance({ bytes: 8_388_608, ms: 60_000 });
  const large: FetchOutcome = { ok: false, reason: "too_large", detail: "it is large", url: "" };
  const first = await walkOver([large], { allowance });
  assert.match(first.end.failure ?? "", /it is large/);
  const second = await walkOver([["a"]], { allowance });
  assert.match(second.end.failure ?? "", /200 MB/);
  assert.deepEqual(second.limits, [], "the next list is not read");
});

Deno.test("a page may be no larger than what is left of the limit of a run (spec §4.11)", async () => {
  const allowance = runAllowance({ bytes: 100, ms: 60_000 });
  const { limits } = await walkOver([["a"]], { allowance });
  assert.deepEqual(limits, [100]);
  assert.ok(leftOf(allowance).bytes < 100);
});

Deno.test("only a page that was read as a whole and without a warning is known later (spec §4.11)", async () => {
  const { found } = await walkOver([["a", "b"], ["b", "c"], ["d", ""], ["odd"], ["e"]]);
  assert.deepEqual(found, [
    { rows: ["a", "b"], settled: 0, mayBeKnown: true },
    { rows: ["c"], settled: 0, mayBeKnown: false },
    { rows: ["d"], settled: 0, mayBeKnown: false },
    { rows: ["odd"], settled: 0, mayBeKnown: false },
    { rows: ["e"], settled: 0, mayBeKnown: true },
  ]);
});

Deno.test("the rows of a known page count as read, and a page that repeats one is no known page (spec §4.11)", async () => {
  const allowance = runAllowance();
  const known = { 0: { keys: ["a", "b"], nextPage: 1 }, 2: { keys: ["a", "d"], nextPage: 3 } };
  const { found, end } = await walkOver([["a", "b"], ["b", "c"], ["a", "d"], ["e"]], {
    allowance,
    known,
  });
  assert.deepEqual(found, [
    { rows: [], settled: 2, mayBeKnown: false },
    { rows: ["c"], settled: 0, mayBeKnown: false },
    { rows: ["d"], settled: 0, mayBeKnown: false },
    { rows: ["e"], settled: 0, mayBeKnown: true },
  ]);
  assert.equal(end.ok, true);
});

Deno.test("a walk that resumes after a known page skips rows that this page had (spec §4.11)", async () => {
  const allowance = runAllowance({ bytes: 1_000_000, ms: 60_000, barren: 199 });
  const failed: FetchOutcome = { ok: false, reason: "network", detail: "it broke off", url: "" };
  const known = { 0: { keys: ["a"], nextPage: 1 } };
  await walkOver([["a"], failed, []], { allowance, known, from: 0 });
  const { barren, keys } = leftOf(allowance);
  assert.deepEqual({ barren, keys }, { barren: 0, keys: ["a"] });
  const { found } = await walkOver([[], ["a", "b"], []], { allowance, from: 1 });
  assert.deepEqual(found[0]?.rows, ["b"]);
});

Deno.test("a walk reads no page once its time is over, and a later step has only what was left of it (spec §4.11)", async () => {
  let now = 5_000;
  const clock = () => now;
  const allowance = runAllowance({ bytes: 1_000_000, ms: 100 }, clock);
  now += 99;
  const inTime = await walkOver([["a"]], { allowance });
  assert.equal(inTime.end.ok, true);
  assert.equal(leftOf(allowance).ms, 1);
  now += 1;
  const late = await walkOver([["a"]], { allowance });
  assert.deepEqual([late.end.ok, late.limits], [false, []]);
  assert.match(late.end.failure ?? "", /pictures took too long/);
  now += 1_000_000;
  const resumed = runAllowance({ bytes: 1_000_000, ms: 1 }, clock);
  assert.equal((await walkOver([["a"]], { allowance: resumed })).end.ok, true);
});

Deno.test("a page has at most 8 MB, and a walk at most 200 MB in 200 seconds (spec §4.11)", async () => {
  const allowance = runAllowance(undefined, () => 0);
  assert.deepEqual(leftOf(allowance), { bytes: 200_000_000, ms: 200_000, barren: 0, keys: [] });
  const { limits } = await walkOver([["a"]], { allowance });
  assert.deepEqual(limits, [8 * 1024 * 1024]);
});
