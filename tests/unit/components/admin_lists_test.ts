import fc from "fast-check";
import assert from "node:assert/strict";
import { readList, unusedBecause } from "@/components/admin/list/define.ts";
import {
  auditEntryHref,
  auditHref,
  recordHref,
  reportHref,
  searchHref,
  sectionHref,
  simulatorHref,
} from "@/components/hrefs/admin.ts";
import { sortRows } from "@/components/admin/list/define.ts";
import { pageOf } from "@/lib/text/mod.ts";
import { parseSort, withQuery } from "@/components/admin/list_query.ts";
import { isCurrent, navigationFor } from "@/components/admin/navigation.ts";
import {
  missingItems,
  overrideItems,
  staleItems,
} from "@/routes/admin/(_sections)/overview/overview_facts.ts";
import { CAPABILITIES, capabilitiesOf, type Capability } from "@/lib/staff/mod.ts";
import { type Catalog, compileSnapshot } from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
} from "@/tests/helpers/factories.ts";

const BY_NAME = { by: "name", descending: false };

Deno.test("parseSort() reads the column and direction, and falls back for an unknown column", () => {
  const read = (text: string) => parseSort(new URLSearchParams(text), ["name", "rank"], BY_NAME);
  assert.deepEqual(read("sort=rank"), { by: "rank", descending: false });
  assert.deepEqual(read("sort=-rank"), { by: "rank", descending: true });
  for (const text of ["", "sort=", "sort=--rank", "sort=constructor", "sort=rank;drop"]) {
    assert.deepEqual(read(text), BY_NAME, text);
  }
});

Deno.test("sortRows() computes the key of each row once, because a key may count records", () => {
  const rows = Array.from({ length: 50 }, (_, index) => (index * 7) % 50);
  let computed = 0;
  const sortBy = (number: number) => (computed++, number);
  sortRows(rows, [{ id: "name", sortBy }], BY_NAME);
  assert.equal(computed, rows.length);
});

Deno.test("sortRows() sorts numbers by value, texts naturally, and null last", () => {
  const records = [{ n: "Wall 10" }, { n: null }, { n: "wall 9" }, { n: "Änder" }];
  const sorted = (descending: boolean) =>
    sortRows(records, [{ id: "name", sortBy: ({ n }) => n }], { by: "name", descending }).map((
      { n },
    ) => n);
  assert.deepEqual(sorted(false), ["Änder", "wall 9", "Wall 10", null]);
  assert.deepEqual(sorted(true), ["Wall 10", "wall 9", "Änder", null]);
  assert.deepEqual(
    sortRows([10, 9, 2], [{ id: "name", sortBy: (number) => number }], BY_NAME),
    [2, 9, 10],
  );
});

Deno.test("pageOf() shows every record on one page, and clamps the page number", () => {
  fc.assert(fc.property(
    fc.array(fc.integer(), { maxLength: 60 }),
    fc.integer({ min: 1, max: 20 }),
    (records, size) => {
      const at = (page: string) => pageOf(records, new URLSearchParams({ page }), size);
      const { pages, total } = at("1");
      const all = Array.from({ length: pages }, (_, index) => at(`${index + 1}`).rows).flat();
      assert.deepEqual(all, records);
      assert.equal(total, records.length);
      assert.equal(at("99999").page, pages);
      for (const bad of ["0", "-1", "x", "1e9", "1.5", ""]) assert.equal(at(bad).page, 1, bad);
    },
  ));
});

Deno.test("withQuery() changes the given parameters and keeps the others", () => {
  const query = new URLSearchParams("q=a%26b&page=2");
  assert.equal(withQuery(query, { page: null, sort: "x" }), "?q=a%26b&sort=x");
  assert.equal(query.get("page"), "2");
});

Deno.test("the links of the admin area encode their parameters", () => {
  assert.equal(recordHref("users", "a/b@c.d"), "/admin/users/a%2Fb%40c.d");
  assert.equal(sectionHref("rules", "status=off"), "/admin/rules?status=off");
  assert.equal(auditHref({ type: "rule", id: "a&b" }), "/admin/audit?type=rule&id=a%26b");
  assert.equal(auditHref(), "/admin/audit");
  assert.equal(auditEntryHref(7), "/admin/audit/7");
  assert.equal(searchHref("a b&c"), "/admin/search?q=a+b%26c");
  assert.equal(reportHref("home"), "/admin/report?track=home");
  assert.equal(
    simulatorHref({ track: "home", optionIds: ["a", "b"] }),
    "/admin/simulator?options=a,b&track=home",
  );
});

Deno.test("navigationFor() lists the sections that the capabilities of a role allow (§5)", () => {
  const labels = (held: Parameters<typeof navigationFor>[0]) =>
    navigationFor(held).map(({ label, items }) => [label, ...items.map((item) => item.label)]);
  const [overview, catalog, content, selection] = labels(capabilitiesOf("admin"));
  assert.deepEqual(overview, [null, "Overview"]);
  assert.deepEqual(catalog, ["Catalog", "Systems", "Attributes", "Budget tiers", "Factors"]);
  assert.deepEqual(content, [
    "Content",
    "Pictures & videos",
    "Review tags",
    "Categories",
    "Pages",
    "Projects",
    "Documents",
    "CMS sync",
  ]);
  assert.deepEqual(labels(capabilitiesOf("editor")), [
    overview,
    catalog,
    content,
    selection,
    ["Oversight", "CRM", "Privacy"],
  ]);
  assert.deepEqual(labels(capabilitiesOf("auditor")), [
    overview,
    ["Oversight", "Analytics", "Leads", "Audit log", "Assistant", "Status"],
  ]);
  assert.deepEqual(labels(new Set()), [overview]);
});

Deno.test("isCurrent() matches a section on its pages, and the overview only on itself", () => {
  assert.ok(isCurrent("/admin/rules", "/admin/rules"));
  assert.ok(isCurrent("/admin/rules", "/admin/rules/quiet"));
  assert.ok(!isCurrent("/admin/rule", "/admin/rules"));
  assert.ok(isCurrent("/admin", "/admin"));
  assert.ok(!isCurrent("/admin", "/admin/rules"));
  assert.ok(isCurrent("/admin/media", "/admin/media"));
  assert.ok(isCurrent("/admin/media/review", "/admin/media/review"));
  assert.ok(!isCurrent("/admin/media", "/admin/media/review"), "a more specific section matches");
});

const ALL = new Set(CAPABILITIES);
const CATALOG = aCatalog({
  attributes: [anAttribute("stc", { enabled: false }), anAttribute("old", { retired: true })],
  systems: [aSystem("pane"), aSystem("gone", { retired: true })],
  factors: [aFactor("look", [], {
    options: [anOption("clear", {
      requirements: [{ attributeId: "stc", predicate: { kind: "at-least", value: 50 } }],
    })],
  })],
  rules: [
    aRule("r", { outcomes: [{ systemId: "gone", role: "preferred", rank: 1, rationale: "x" }] }),
    aRule("s", { enabled: false }),
  ],
  tracks: [],
});

Deno.test("missingItems() names what a catalog lacks before anything is recommended, to those who can add it", () => {
  const missing = (catalog: Partial<Catalog>, held: ReadonlySet<Capability> = ALL) =>
    missingItems(compileSnapshot(aCatalog(catalog)), held).map(({ what }) => what);
  const rules = [aRule("r")];
  const factors = [aFactor("place", ["inside"])];
  const systems = [aSystem("a")];
  assert.deepEqual(missing({ ruleSets: [] }), [
    "Live systems",
    "Questions with an option to choose",
    "Default rule sets",
    "Rules that are switched on",
  ]);
  assert.deepEqual(missing({ ruleSets: [] }, new Set(["edit_rules"])), [
    "Default rule sets",
    "Rules that are switched on",
  ]);
  assert.deepEqual(
    missing({
      systems: [aSystem("a", { draft: true }), aSystem("b", { retired: true })],
      factors: [aFactor("place", [])],
      rules: [aRule("r", { enabled: false })],
    }),
    ["Live systems", "Questions with an option to choose", "Rules that are switched on"],
  );
  assert.deepEqual(missing({ systems, factors, rules }), []);
});

Deno.test("staleItems() describes the references to disabled or retired records (§2.2)", () => {
  const [item] = staleItems(CATALOG, ALL);
  assert.equal(item?.count, 2);
  assert.deepEqual(item?.examples?.map(({ label, href, text }) => `${label} (${href}) ${text}`), [
    "Factor look (/admin/factors/look) asks for “Attribute stc” when “Option clear” is chosen, " +
    "which is switched off",
    "Rule r (/admin/rules/r) recommends “System gone”, which is retired",
  ]);
  assert.equal(staleItems(CATALOG, new Set(["edit_rules"]))[0]?.count, 1);
  assert.deepEqual(staleItems(CATALOG, new Set(["view_audit"])), []);
  assert.deepEqual(staleItems(aCatalog(), ALL), []);
});

Deno.test("overrideItems() adds up the values that override the CMS (§2.3)", () => {
  assert.deepEqual(overrideItems([]), []);
  const [item] = overrideItems([
    { systemId: "pane", name: "Pane", count: 2 },
    { systemId: "sash", name: "Sash", count: 1 },
  ]);
  assert.equal(item?.count, 3);
  assert.equal(item?.examples?.[0]?.href, "/admin/systems/pane");
});

Deno.test("a search that is too long is not used, and says so; a choice that does not exist is ignored (design §10)", () => {
  const search = { name: "q", label: "Search", maxLength: 5 };
  const kind = { name: "kind", label: "Kind", options: [{ value: "a", label: "A" }] };
  const used = (text: string) => {
    const query = new URLSearchParams({ q: text, kind: text });
    const { params } = readList(query, { columns: [], filters: [search, kind] });
    return [`${params}`, unusedBecause(query, search), unusedBecause(query, kind)];
  };
  assert.deepEqual(used(" seven "), ["q=seven", undefined, undefined]);
  const refusal = "It was not used. Use at most 5 characters";
  assert.deepEqual(used("eleven"), ["", refusal, undefined]);
});

Deno.test("readList() lets rows be moved only in a whole list in its own order (design §10)", () => {
  const columns = [{ id: "name", sortBy: () => "" }, { id: "kind", sortBy: () => "" }];
  const filters = [{ name: "q", label: "Search" }];
  const isWhole = (query: string) =>
    readList(new URLSearchParams(query), { columns, filters }).isWhole;
  assert.deepEqual(["", "sort=name", "page=2"].map(isWhole), [true, true, true]);
  assert.deepEqual(["sort=-name", "sort=kind", "q=a"].map(isWhole), [false, false, false]);
});
