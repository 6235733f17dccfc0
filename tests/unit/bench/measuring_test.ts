/** The parts of the benchmarks that judge answers, generate distinct ones, and merge the page. */
import assert from "node:assert/strict";
import { distinctQueries } from "@/tests/bench/answer_sets.ts";
import { type Bench, mergePage, worstOf } from "@/tests/bench/report.ts";
import { type Change, stampChecker } from "@/tests/bench/staff_changes.ts";

const factor = (id: string, multiple: boolean, options: number) => ({
  id,
  multiple,
  trackIds: [],
  options: Array.from({ length: options }, (_, index) => ({ id: `${id}-${index}` })),
});

Deno.test("distinctQueries() answers every question and never gives a query twice", () => {
  const tracks = [{ id: "home", factors: [factor("place", false, 30), factor("wish", true, 5)] }];
  const next = distinctQueries(tracks);
  const given = Array.from({ length: 700 }, next);
  assert.equal(new Set(given).size, 700);
  for (const query of given) assert.match(query, /^\?options=place-\d+(,wish-\d){1,3}&track=home$/);
  // 30 places with one, two or three of five wishes make 750 queries.
  assert.throws(() => Array.from({ length: 51 }, next), /Cannot find another/);
});

Deno.test("stampChecker() reports stamps that are older or newer than the named versions", () => {
  const change = (version: number): Change => ({
    kind: "media",
    version,
    record: "finch",
    apply: () => Promise.resolve(),
  });
  const check = stampChecker({ catalog: [], corpus: [], media: [change(3), change(7)] });
  const shown = (version: number) => `"title":"[[media finch ${version}]]"`;
  const versions = { catalog: 1, corpus: 1, media: 6 };
  assert.deepEqual(check(shown(3), versions), { stamps: 1, wrong: [] });
  assert.equal(check(shown(7), versions).wrong.length, 1);
  assert.equal(check(shown(3), { ...versions, media: 7 }).wrong.length, 1);
  assert.equal(check(shown(3), { ...versions, media: 2 }).wrong.length, 1);
});

Deno.test("worstOf() returns the worst run, and its aim is met only when every run meets it", () => {
  const row = { name: "a", peer: "b", unit: "ms" };
  const runs = [{ ours: 6, theirs: 10 }, { ours: 4, theirs: 10 }, { ours: 8, theirs: 10 }];
  const rate = worstOf(runs, { ...row, aim: { atLeast: 0.5 } });
  assert.deepEqual([rate.ratio, rate.met], [0.4, false]);
  const limit = worstOf(runs, { ...row, aim: { atMost: 1 } });
  assert.deepEqual([limit.ratio, limit.met], [0.8, true]);
});

Deno.test("mergePage() replaces the measured sections and keeps the others", () => {
  const bench = (title: string): Bench => ({
    key: title,
    title,
    about: "",
    run: () => Promise.resolve([]),
  });
  const page = mergePage("", new Map([["A", "## A\nold a"], ["B", "## B\nold b"]]), [
    bench("A"),
    bench("B"),
  ]);
  const merged = mergePage(page, new Map([["B", "## B\nnew b"]]), [bench("A"), bench("B")]);
  assert.match(merged, /## A\nold a\n\n## B\nnew b\n$/);
});
