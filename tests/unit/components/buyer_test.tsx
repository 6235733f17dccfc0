import assert from "node:assert/strict";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { AddSystem } from "@/components/buyer/AddSystem.tsx";
import { BetterNote } from "@/components/buyer/BetterNote.tsx";
import { ComparisonTable } from "@/components/buyer/ComparisonTable.tsx";
import {
  compareHref,
  compareQuery,
  resultsHref,
  selectHref,
  systemHref,
} from "@/components/hrefs/buyer.ts";
import { Answers } from "@/components/buyer/results/Reasons.tsx";
import { Shell } from "@/components/buyer/Shell.tsx";
import { SystemCard } from "@/components/buyer/SystemCard.tsx";
import { SystemFacets } from "@/components/buyer/SystemFacets.tsx";
import { ValueText } from "@/components/buyer/ValueText.tsx";
import {
  browseSystems,
  type Comparison,
  type SystemSummary,
  type TypedValue,
} from "@/lib/catalog/mod.ts";
import { dimension } from "@/tests/helpers/factories.ts";

function summary(id: string, fields: Partial<SystemSummary> = {}): SystemSummary {
  return {
    id,
    name: `System ${id}`,
    tagline: null,
    operationType: "Folding",
    budgetTier: "Select",
    budgetTierOrdinal: 2,
    material: "Aluminium",
    interiorExterior: "Exterior",
    useCases: [],
    image: null,
    ...fields,
  };
}

function textOf(node: VNode): string {
  return renderToString(node).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim();
}

const COMPARISON: Comparison = {
  systems: [summary("a"), summary("b", { budgetTier: "Premium", budgetTierOrdinal: 3 })],
  rows: [
    {
      attributeId: "height",
      name: "Tallest panel",
      group: "Size",
      description: null,
      unit: "in",
      values: { a: dimension(120), b: dimension(96) },
      differs: true,
    },
    {
      attributeId: "fire",
      name: "Fire rating",
      group: "Performance",
      description: null,
      unit: null,
      values: { a: { type: "none" }, b: { type: "none" } },
      differs: false,
    },
  ],
};

Deno.test("ComparisonTable scopes its headers and groups its rows (§4.2)", () => {
  const html = renderToString(
    <ComparisonTable
      asked={new Map()}
      comparison={COMPARISON}
      onlyDifferences={false}
      tierSteps={4}
    />,
  );
  assert.equal(html.match(/<th role="columnheader" scope="col"/g)?.length, 3);
  assert.equal(html.match(/<th role="rowheader" scope="row"/g)?.length, 3);
  assert.deepEqual(
    [...html.matchAll(/scope="rowgroup"[^>]*><span>([^<]+)/g)].map(([, name]) => name),
    ["Size", "Performance"],
  );
});

Deno.test("ComparisonTable marks differences in words, including that of the budget (§4.2)", () => {
  const text = textOf(
    <ComparisonTable
      asked={new Map()}
      comparison={COMPARISON}
      onlyDifferences={false}
      tierSteps={4}
    />,
  );
  assert.match(text, /Budget \(differs\)/);
  assert.match(text, /Tallest panel \(differs\)/);
  assert.doesNotMatch(text, /Fire rating \(differs\)/);
});

Deno.test("ComparisonTable hides equal rows when only differences are requested (§4.2)", () => {
  const text = textOf(
    <ComparisonTable asked={new Map()} comparison={COMPARISON} onlyDifferences tierSteps={4} />,
  );
  assert.match(text, /Tallest panel/);
  assert.doesNotMatch(text, /Fire rating/);
});

Deno.test("ComparisonTable says when the systems agree in every figure (§4.2)", () => {
  const same = { ...COMPARISON, rows: COMPARISON.rows.filter(({ differs }) => !differs) };
  const text = textOf(
    <ComparisonTable asked={new Map()} comparison={same} onlyDifferences tierSteps={4} />,
  );
  assert.match(text, /agree in every figure/);
});

Deno.test("ComparisonTable repeats no words and names where the cells say the difference (§4.2)", () => {
  const kinds = (...labels: string[]): TypedValue => ({ type: "enum", labels });
  const textOfRow = (values: Record<string, TypedValue>) => {
    const systems = Object.keys(values).map((id) => summary(id));
    const [row] = COMPARISON.rows;
    assert.ok(row);
    const comparison = { systems, rows: [{ ...row, unit: null, differs: true, values }] };
    return textOf(
      <ComparisonTable asked={new Map()} comparison={comparison} onlyDifferences tierSteps={4} />,
    );
  };
  const two = { a: kinds("Clear", "Satin"), b: kinds("Clear") };
  assert.match(textOfRow(two), /Only System a: Satin/);
  assert.doesNotMatch(textOfRow({ ...two, b: kinds("Oak", "Ash") }), /Only/);
  assert.doesNotMatch(textOfRow({ ...two, c: { type: "untested" } }), /Only/);
  assert.match(textOfRow({ a: dimension(96), b: dimension(90), c: dimension(90) }), /System a has/);
});

Deno.test("ComparisonTable links the removal of a system and keeps the toggle (design §10)", () => {
  const html = renderToString(
    <ComparisonTable asked={new Map()} comparison={COMPARISON} onlyDifferences tierSteps={4} />,
  );
  assert.match(html, /href="\?systems=b&amp;only=differences"[^>]*>.*?Remove.*?System a/);
});

Deno.test("ValueText distinguishes the four presence-like types in words (§2.2)", () => {
  const types = ["untested", "na", "none", "empty"] as const;
  const texts = types.map((type) => textOf(<ValueText value={{ type }} unit="in" />));
  assert.equal(new Set(texts).size, types.length);
  for (const text of texts) assert.match(text, /[A-Z][a-z]+/);
});

Deno.test("ValueText prints a figure with its unit (§2.2)", () => {
  const text = textOf(<ValueText value={dimension(120)} unit="in" />);
  assert.equal(text, "10 ft");
});

Deno.test("ValueText keeps a range on one line and lets a long unit wrap (design §10)", () => {
  const value: TypedValue = { type: "range", min: 0.2, max: 0.4, label: null };
  const html = renderToString(<ValueText value={value} unit="Btu/h·ft²·°F" />);
  assert.equal(html, "<span>0.20\u2060–\u20600.40 Btu/h·ft²·°F</span>");
});

const CURRENT: [path: string, label: string, mark: string][] = [
  ["/select", "Find your system", "page"],
  ["/results", "Find your system", "true"],
  ["/systems", "All systems", "page"],
  ["/systems/heron", "All systems", "true"],
  ["/compare", "Compare", "page"],
];

for (const [path, label, mark] of CURRENT) {
  Deno.test(`Shell marks "${label}" as current on ${path} and nothing else (design §10)`, () => {
    const html = renderToString(<Shell path={path}>x</Shell>);
    const marked = [...html.matchAll(/<a href="[^"]*" aria-current="(\w+)"[^>]*>([^<]+)</g)];
    assert.deepEqual(marked.map(([, value, text]) => [value, text]), [[mark, label]]);
  });
}

Deno.test("Shell gives the skip link its target (design §10)", () => {
  assert.match(renderToString(<Shell path="/x">x</Shell>), /<main id="main" tabindex="-1"/);
});

Deno.test("SystemFacets marks a chosen value, links its removal, and links no empty list (design §10)", () => {
  const systems = [
    summary("a"),
    summary("b", { operationType: "Pivoting", interiorExterior: "Interior" }),
  ];
  const browse = browseSystems(systems, new URLSearchParams("operation=folding"));
  const html = renderToString(<SystemFacets {...browse} clearHref="?sort=name" />);
  assert.match(html, /<a href="\?sort=name"[^>]*>Clear all filters/);
  assert.match(html, /<a href="\?" aria-current="true"[^>]*>.*?Folding/);
  assert.match(html, /<a href="\?operation=folding&amp;setting=exterior"/);
  assert.doesNotMatch(html, /setting=interior/);
  assert.match(html, /Remove the filter/);
});

Deno.test("SystemFacets folds the values of a long filter, and unfolds them where one is chosen (design §10)", () => {
  const useCases = Array.from({ length: 15 }, (_, index) => `Use ${index}`);
  const render = (query: string) => {
    const browse = browseSystems([summary("a", { useCases })], new URLSearchParams(query));
    return renderToString(<SystemFacets {...browse} clearHref="?" />);
  };
  assert.match(render(""), /<details ?><summary[^>]*>3 more<span[^>]*>: What it is for</);
  assert.match(render("use=use-14"), /<details open ?><summary[^>]*>3 more/);
});

Deno.test("SystemCard has one link and lists its facts (design §10)", () => {
  const card = <SystemCard system={summary("a", { tagline: "Plain.", material: null })} />;
  assert.equal(renderToString(card).match(/<a /g)?.length, 1);
  assert.match(textOf(card), /^System a Plain\. Folding Exterior Budget: Select$/);
});

Deno.test("BetterNote is apart from the name before it for screen readers and in copied text (design §10)", () => {
  const html = renderToString(
    <dt>
      Sound rating
      <BetterNote unit="STC" />
    </dt>,
  );
  assert.equal(html.replaceAll(/<[^>]*>/g, ""), "Sound rating (higher is better)");
});

Deno.test("no line of answers begins with the dot between two answers (design §10)", () => {
  const answers = [
    { factorId: "place", factor: "Place", optionId: "porch", label: "On a porch" },
    { factorId: "look", factor: "Look", optionId: "slim", label: "Little frame" },
  ];
  const html = renderToString(<Answers answers={answers} />);
  assert.equal(
    html.replaceAll(/<[^>]*>/g, ""),
    "On a porch (place)\u00a0· Little frame (look)",
  );
});

Deno.test("AddSystem keeps the compared systems and offers only the others (design §10)", () => {
  const all = ["a", "b", "c"].map((id) => summary(id));
  const html = renderToString(
    <AddSystem label="Add" systemIds={["a", "b"]} onlyDifferences all={all} />,
  );
  assert.match(html, /<form action="\/compare" method="get"/);
  for (const id of ["a", "b"]) {
    assert.match(html, new RegExp(`<input +type="hidden" name="systems" value="${id}"`));
  }
  assert.match(html, /name="only" value="differences"/);
  const offered = [...html.matchAll(/<option +value="(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(offered, ["c"]);
});

const HREFS: [actual: string, expected: string][] = [
  [systemHref("heron-lite"), "/systems/heron-lite"],
  [compareHref([]), "/compare"],
  [compareHref(["a", "b"]), "/compare?systems=a,b"],
  [compareQuery(["a", "b"], { onlyDifferences: true }), "?systems=a,b&only=differences"],
  [
    compareHref(["a", "b"], { answers: { track: "home", optionIds: ["x", "y"] } }),
    "/compare?systems=a,b&options=x,y&track=home",
  ],
  [selectHref(), "/select"],
  [selectHref({ track: "home" }), "/select?track=home"],
  [resultsHref({ track: "home", optionIds: ["a", "b"] }), "/results?options=a,b&track=home"],
];

for (const [actual, expected] of HREFS) {
  Deno.test(`a builder of links returns ${expected} (design §10)`, () => {
    assert.equal(actual, expected);
  });
}
