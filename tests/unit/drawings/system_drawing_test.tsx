import assert from "node:assert/strict";
import fc from "fast-check";
import { renderToString } from "preact-render-to-string";
import { finishOf } from "@/components/buyer/drawings/finish.ts";
import { OPENING, operationOf, planWall } from "@/components/buyer/drawings/plan.ts";
import { SystemDrawing, SystemSymbol } from "@/components/buyer/drawings/SystemDrawing.tsx";

const OPERATIONS = [
  ["Folding", "folding"],
  ["Single-track sliding and stacking", "single-track"],
  ["Multi-track sliding", "multi-track"],
  ["Pivoting", "pivoting"],
  ["Frameless sliding and stacking", "frameless"],
  ["Acoustic operable partition", "acoustic"],
  ["Vertical lift", "lift"],
  ["Accordion", "accordion"],
  ["Levitating", "generic"],
  [null, "generic"],
] as const;

const MATERIALS = [
  null,
  "Aluminium",
  "Steel",
  "Vinyl",
  "All glass",
  "Wood veneer",
  "Steel and glass",
];

function drawing(
  operationType: string | null,
  { id = "wall", detail = "full" as const } = {},
): string {
  return renderToString(
    <SystemDrawing system={{ id, operationType, material: "Aluminium" }} detail={detail} />,
  );
}

for (const [label, operation] of OPERATIONS) {
  Deno.test(`operationOf() reads "${label}" as ${operation} (design §10)`, () => {
    assert.equal(operationOf(label), operation);
  });
}

Deno.test("SystemDrawing draws any system in less than 6,500 characters, with finite numbers (design §10)", () => {
  fc.assert(fc.property(
    fc.string(),
    fc.oneof(fc.constantFrom(...OPERATIONS.map(([label]) => label)), fc.string()),
    fc.constantFrom(...MATERIALS),
    fc.constantFrom("icon" as const, "full" as const),
    (id, operationType, material, detail) => {
      const svg = renderToString(
        <SystemDrawing system={{ id, operationType, material }} detail={detail} />,
      );
      assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
      assert.ok(svg.length < 6_500, `${svg.length} characters`);
    },
  ));
});

Deno.test("SystemDrawing draws each operation differently (design §10)", () => {
  const drawn = new Set(OPERATIONS.map(([label]) => drawing(label)));
  assert.equal(drawn.size, OPERATIONS.length - 1, "two labels are generic");
});

Deno.test("SystemDrawing draws a system the same every time, and varies systems of one operation", () => {
  assert.equal(drawing("Folding"), drawing("Folding"));
  const kinds = ["a", "b", "c", "d", "e", "f"].map((id) => drawing("Folding", { id }));
  assert.ok(new Set(kinds).size > 1);
});

Deno.test("SystemDrawing is hidden from assistive technology unless it has a title (design §10)", () => {
  assert.match(drawing("Folding"), /^<svg[^>]*aria-hidden="true"/);
  const system = { id: "wall", operationType: "Folding", material: null };
  const named = renderToString(<SystemDrawing system={system} title="Drawing of Wall" />);
  assert.match(named, /^<svg[^>]*role="img"[^>]*aria-label="Drawing of Wall"/);
  assert.doesNotMatch(named, /^<svg[^>]*aria-hidden/);
});

Deno.test("SystemSymbol draws the wall without its movement, as a symbol with an id (design §10)", () => {
  const system = { id: "wall", operationType: "Folding", material: null };
  const symbol = renderToString(<SystemSymbol id="drawing-wall" system={system} />);
  assert.match(symbol, /^<symbol id="drawing-wall"/);
  assert.doesNotMatch(symbol, /stroke-drawing-move/);
  const same = renderToString(<SystemSymbol id="b" system={system} sameAs="drawing-wall" />);
  assert.match(
    same,
    /^<symbol id="b" viewBox="28 24 424 252"><use href="#drawing-wall" x="28" y="24" width="424" height="252"/,
  );
});

Deno.test("planWall() keeps every leaf at the opening, above its sill and below the head", () => {
  fc.assert(fc.property(
    fc.constantFrom(...OPERATIONS.map(([, operation]) => operation)),
    fc.integer({ min: 5, max: 8 }),
    fc.constantFrom(0, 74),
    (operation, leaves, sill) => {
      const plan = planWall({ operation, leaves, sill });
      assert.ok(plan.leaves.length >= 2);
      for (const { from, to, bottom, top } of plan.leaves) {
        for (const { x, z } of [from, to]) {
          assert.ok(x > -30 && x < OPENING.width + 30, `${operation} leaves the opening at ${x}`);
          assert.ok(Math.abs(z) <= 90, `${operation} reaches out ${z}`);
        }
        assert.ok(bottom >= sill && bottom < top && top <= OPENING.height + 0.01);
      }
    },
  ));
});

const FINISHES: readonly [name: string, material: string | null, expected: object][] = [
  ["thin steel with glazing bars", "Steel", { frame: 3.5, panes: 3, face: "glass" }],
  ["broad wood", "Aluminium-clad wood", { frame: 9, panes: 1, face: "glass" }],
  ["opaque veneer", "Wood veneer", { face: "solid" }],
  ["plain aluminium without a material", null, { frame: 5.5, face: "glass" }],
];

for (const [name, material, expected] of FINISHES) {
  Deno.test(`finishOf() gives ${name}`, () => {
    const finish = finishOf({ id: "wall", operationType: "Pivoting", material });
    assert.deepEqual({ ...finish, ...expected }, finish);
  });
}

Deno.test("finishOf() puts a garden behind an exterior wall, and a serving wall on a counter", () => {
  const wall = { id: "wall", operationType: "Folding", material: null };
  assert.equal(finishOf({ ...wall, interiorExterior: "Exterior" }).beyond, "garden");
  assert.equal(finishOf({ ...wall, interiorExterior: "Interior" }).beyond, "room");
  assert.equal(finishOf(wall).sill, 0);
  assert.ok(finishOf({ ...wall, useCases: ["Serving counter", "Home living"] }).sill > 0);
});
