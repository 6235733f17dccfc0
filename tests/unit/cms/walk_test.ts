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
import { INTERNAL_PREFIXES } from "@/lib/cms/client/read.ts";
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
  pages: readonly (Page | FetchOutcome | ((url: string) => FetchOutcome))[],
  { allowance = runAllowance(), known = {}, from = null, walk = {}, signal }: {
    readonly allowance?: ReturnType<typeof runAllowance>;
    readonly known?: Readonly<Record<number, KnownPage>>;
    readonly from?: number | null;
    readonly walk?: Partial<Walk<string>>;
    readonly signal?: AbortSignal;
  } = {},
) {
  const limits: (number | undefined)[] = [];
  const asked: string[] = [];
  const fetch: PublicFetch = (url, { maxBytes, signal: given } = {}) => {
    limits.push(maxBytes);
    asked.push(new URL(url).pathname);
    assert.equal(given, signal);
    const place = Number(url.split("/").at(-1));
    const page = pages[place] ?? [];
    if (typeof page === "function") return Promise.resolve(page(url));
    if ("ok" in page) return Promise.resolve(page);
    const data = page.map((id) => ({ type: "media--image", id }));
    const links = place + 1 < pages.length ? { next: "more" } : {};
    const body = new TextEncoder().encode(JSON.stringify({ data, links }));
    return Promise.resolve({ ok: true, status: 200, url, headers: new Headers(), body });
  };
  const recall = ({ place }: { place: number }) => Promise.resolve(known[place] ?? null);
  const baseUrl = "https://cms.example";
  const services = { fetch, baseUrl, allowance, known: { recall }, ...(signal && { signal }) };
  const walking = pagesOf({ ...WALK, ...walk }, services, from);
  const found: { rows: readonly string[]; settled: number; mayBeKnown: boolean }[] = [];
  let step = await walking.next();
  for (; !step.done; step = await walking.next()) {
    const { rows, settled, name } = step.value;
    found.push({ rows, settled, mayBeKnown: name !== null });
  }
  const end: WalkEnd = step.value;
  return { found, end, limits, asked };
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

/** The answer with a status, and a document of these rows. */
function answer(status: number, data: readonly unknown[] = []): FetchOutcome {
  const body = new TextEncoder().encode(JSON.stringify({ data, links: { next: "more" } }));
  return { ok: true, status, url: "", headers: new Headers(), body };
}

const BROKEN: FetchOutcome = { ok: false, reason: "network", detail: "it broke off", url: "" };

Deno.test("a walk ends after 200 pages in a row without a new row, also when it resumes (spec §4.11)", async () => {
  const barren = (pages: number) =>
    runAllowance({ bytes: 1_000_000, ms: 60_000, barren: pages, keys: ["a"] });
  const again = await walkOver([[], ["a"], ["a"], ["b"]], { allowance: barren(198), from: 1 });
  assert.match(again.end.failure ?? "", /200 pages of the pictures without anything new/);
  assert.deepEqual([again.end.nextPage, again.asked], [2, ["/1", "/2"]]);
  const anew = await walkOver([["a"], ["a"], ["b"]], { allowance: barren(198) });
  assert.equal(anew.end.ok, true, "a walk from the start has its own count");
  const known = { 1: { keys: ["x"], nextPage: 2 } };
  const settled = await walkOver([[], ["x"], ["x"], ["b"]], {
    allowance: barren(199),
    from: 1,
    known,
  });
  assert.equal(settled.end.ok, true, "a known page is not without a new row");
});

Deno.test("a walk that resumes after a page skips rows that this page had (spec §4.11)", async () => {
  const allowance = runAllowance();
  const first = await walkOver([["a", "b"], BROKEN, []], { allowance });
  assert.equal(first.end.nextPage, 1);
  const { found } = await walkOver([[], ["b", "c"]], { allowance, from: 1 });
  assert.deepEqual(found[0]?.rows, ["c"]);
});

Deno.test("a page may be empty, but one whose members are no rows ends the walk (spec §4.11)", async () => {
  assert.deepEqual((await walkOver([[], ["a"]])).end, { ok: true, nextPage: null, failure: null });
  const { end } = await walkOver([["a"], answer(200, [1, "x"])]);
  assert.equal(end.nextPage, 1);
  assert.match(end.failure ?? "", /a page of the pictures with something that is no list/);
});

Deno.test("a walk that is stopped asks for no further page, and keeps no page that came late (spec §4.11)", async () => {
  const stop = new AbortController();
  const stopping = () => {
    stop.abort();
    return answer(200, [{ type: "media--image", id: "b" }]);
  };
  const { found, end } = await walkOver([["a"], stopping, ["c"]], { signal: stop.signal });
  assert.deepEqual(found.map(({ rows }) => rows), [["a"]]);
  const stopped = { ok: false, nextPage: 1, failure: "The run was stopped." };
  assert.deepEqual(end, stopped);
  const later = await walkOver([[], ["b"]], { signal: stop.signal, from: 1 });
  assert.deepEqual([later.end, later.asked], [stopped, []]);
});

/** The start of every address has the prefix of the internal ids. */
const PREFIXED: Partial<Walk<string>> = { address: (place, prefix) => `/${prefix}/${place}` };
const [ONE = "", OTHER = ""] = INTERNAL_PREFIXES;

Deno.test("a CMS that refuses one prefix of ids is asked once with the other, which the walk keeps (external-systems.md)", async () => {
  const row = { type: "media--image", id: "a" };
  const picky = (url: string) => url.includes(ONE) ? answer(400) : answer(200, [row]);
  const { end, asked } = await walkOver([picky, ["b"]], { walk: PREFIXED });
  assert.deepEqual([end.ok, asked], [true, [`/${ONE}/0`, `/${OTHER}/0`, `/${OTHER}/1`]]);
  const refused = await walkOver([answer(400)], { walk: PREFIXED });
  assert.match(refused.end.failure ?? "", /did not understand the request for the pictures/);
  assert.deepEqual(refused.asked, [`/${ONE}/0`, `/${OTHER}/0`]);
  const late = await walkOver([["a"], answer(400)], { walk: PREFIXED });
  assert.match(late.end.failure ?? "", /did not understand/);
  assert.deepEqual(late.asked, [`/${ONE}/0`, `/${ONE}/1`], "the first page has settled the prefix");
});

Deno.test("an implausible page that shows the other prefix is asked for again with it (external-systems.md)", async () => {
  const rowOf = (prefix: string) => ({
    type: "media--image",
    id: prefix === ONE ? "wrong" : "right",
    attributes: { [`${OTHER}mid`]: 1 },
  });
  const page = (url: string) => answer(200, [rowOf(url.includes(ONE) ? ONE : OTHER)]);
  const suspect: Walk<string>["suspect"] = ({ rows }) =>
    rows[0]?.id === "wrong" ? "It is implausible." : null;
  const { found, asked } = await walkOver([page, []], { walk: { ...PREFIXED, suspect } });
  assert.deepEqual(found[0]?.rows, ["right"]);
  assert.deepEqual(asked, [`/${ONE}/0`, `/${OTHER}/0`, `/${OTHER}/1`]);
  const hopeless = await walkOver([page], { walk: { ...PREFIXED, suspect: () => "It is odd." } });
  assert.deepEqual(hopeless.end, { ok: false, nextPage: 0, failure: "It is odd." });
});

Deno.test("the last page of a walk that cannot go on counts only if a later walk skips its rows (spec §4.11)", async () => {
  const after = () => "There is no way on.";
  const end = { ok: false, nextPage: 0, failure: "There is no way on." };
  const forgetful = await walkOver([["a"], []], { walk: { after } });
  assert.deepEqual([forgetful.found, forgetful.end], [[], end]);
  const mindful = await walkOver([["a"], []], { walk: { after, seen: new Set() } });
  assert.deepEqual([mindful.found.map(({ rows }) => rows), mindful.end], [[["a"]], end]);
});
