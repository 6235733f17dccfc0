import assert from "node:assert/strict";
import fc from "fast-check";
import { browsePage, listQuery, SYSTEM_SORTS, type SystemSummary } from "@/lib/catalog/mod.ts";

function summary(id: string, over: Partial<SystemSummary> = {}): SystemSummary {
  return {
    id,
    name: `System ${id}`,
    tagline: null,
    operationType: null,
    budgetTier: null,
    budgetTierOrdinal: null,
    material: null,
    interiorExterior: null,
    useCases: [],
    image: null,
    ...over,
  };
}

const SYSTEMS = Array.from({ length: 60 }, (_, place) =>
  summary(`s${place}`, {
    name: `${place % 2 === 0 ? "Heron" : "Éstuary"} ${60 - place}`,
    operationType: place % 3 === 0 ? "Folding" : "Pivoting",
    budgetTier: place % 5 === 0 ? null : `Tier ${place % 5}`,
    budgetTierOrdinal: place % 5 === 0 ? null : place % 5,
  }));

const list = (query: string) => browsePage(SYSTEMS, new URLSearchParams(query));

Deno.test("browsePage() pages the list so that each system appears exactly once (#18)", () => {
  const pages = [1, 2, 3].map((page) => list(`page=${page}`));
  assert.deepEqual(pages.map(({ shown }) => shown.length), [24, 24, 12]);
  assert.deepEqual(pages.flatMap(({ shown }) => shown), SYSTEMS);
  assert.equal(pages[0]?.pages, 3);
});

Deno.test("browsePage() reads an invalid page number as the first page, and one past the end as the last", () => {
  for (const page of ["0", "-1", "x", "1.5", "99999999999999999999", "1e3"]) {
    assert.equal(list(`page=${page}`).page, 1, page);
  }
  assert.equal(list("page=999999").page, 3);
  assert.equal(list("q=nothing-like-it&page=2").page, 1);
});

Deno.test("browsePage() finds systems that contain every word, ignoring accents and case", () => {
  assert.equal(list("q=ESTUARY").found, 30);
  assert.equal(list("q=heron+folding").found, 10);
  assert.equal(list("q=heron&operation=folding").found, 10);
  assert.equal(list("q=%20%20").found, 60);
  assert.equal(list(`q=${"x".repeat(5_000)}`).q.length, 100);
});

Deno.test("browsePage() sorts by name and by budget tier, with systems without a tier last", () => {
  const names = list("sort=name&q=heron").shown.map(({ name }) => name);
  assert.deepEqual(names.slice(0, 3), ["Heron 2", "Heron 4", "Heron 6"]);
  for (const sort of ["price", "price-down"]) {
    const ordinals = [1, 2, 3].flatMap((page) =>
      list(`sort=${sort}&page=${page}`).shown.map(({ budgetTierOrdinal }) => budgetTierOrdinal)
    );
    const known = ordinals.filter((ordinal) => ordinal !== null);
    const expected = known.toSorted((a, b) => sort === "price" ? a - b : b - a);
    assert.deepEqual(ordinals, [...expected, ...Array(12).fill(null)]);
  }
  assert.equal(list("sort=colour").sort, "catalog");
});

Deno.test("browsePage() keeps four systems to compare, and names the fifth as refused", () => {
  const { tray } = list("compare=s4,nonesuch,s1,s4,s2,s3,s9,s8");
  assert.deepEqual(tray.systems.map(({ id }) => id), ["s4", "s1", "s2", "s3"]);
  assert.equal(tray.refused?.id, "s9");
});

Deno.test("listQuery() gives the same list when parsed, with the change applied", () => {
  const queries = fc.record({
    operation: fc.constantFrom(undefined, "folding", "folding,pivoting"),
    q: fc.constantFrom(undefined, "heron", "é & 100%", `${"a".repeat(99)}😀`),
    sort: fc.constantFrom(undefined, ...SYSTEM_SORTS),
    page: fc.constantFrom(undefined, "1", "2"),
    compare: fc.constantFrom(undefined, "s1", "s1,s2,s3,s4,s5"),
  });
  fc.assert(fc.property(queries, (query) => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]]
    );
    const before = list(new URLSearchParams(given).toString());
    const after = list(listQuery(before, {}));
    assert.deepEqual({ ...after, tray: after.tray.systems }, {
      ...before,
      tray: before.tray.systems,
    });
    assert.deepEqual(list(listQuery(before, { compare: ["s9"] })).tray.systems[0]?.id, "s9");
  }));
});
