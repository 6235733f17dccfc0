import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FEWEST,
  periodOf,
  suppress,
  suppressBeside,
  suppressPart,
  suppressParts,
  suppressSteps,
} from "@/lib/analytics/mod.ts";

const isFew = (count: number) => count > 0 && count < FEWEST;

Deno.test("suppress() hides counts from 1 to 4 (§4.9)", () => {
  assert.deepEqual([0, 1, 4, 5, 6].map(suppress), [0, null, null, 5, 6]);
});

Deno.test("suppressPart() hides a part when the part, the whole or the rest is small", () => {
  assert.equal(suppressPart(27, 30), null);
  assert.equal(suppressPart(25, 30), 25);
  assert.equal(suppressPart(30, 30), 30);
  assert.equal(suppressPart(0, 30), 0);
  assert.equal(suppressPart(3, 30), null);
  assert.equal(suppressPart(0, 3), null);
  assert.equal(suppressPart(12, 3), null, "more than the whole");
});

Deno.test("suppressBeside() hides a count that would reveal one hidden in another table (§4.9)", () => {
  assert.equal(suppressBeside(27, 27), null);
  assert.equal(suppressBeside(25, 27), null);
  assert.equal(suppressBeside(20, 27), 20);
  assert.equal(suppressBeside(27, null), 27);
  assert.equal(suppressBeside(3, null), null);
});

Deno.test("suppressSteps() hides a small step, and one that only a few did not take", () => {
  assert.deepEqual(suppressSteps([30, 28, 20, 0]), [30, null, 20, 0]);
  assert.deepEqual(suppressSteps([3, 2, 0]), [null, null, 0]);
});

Deno.test("suppressParts() hides a second count beside one that is hidden elsewhere (§4.9)", () => {
  assert.deepEqual(suppressParts([10, 20, 30], [true, false, false]), [null, null, 30]);
});

Deno.test("periodOf() has its last day, and ends with today without one (§4.9)", () => {
  const now = new Date("2026-05-04T10:00:00Z");
  const [from, to] = [new Date("2026-05-01"), new Date("2026-05-02")];
  assert.deepEqual(periodOf({ from, to }, now), { from, end: new Date("2026-05-03"), days: null });
  assert.deepEqual(periodOf({ from }, now), { from, end: new Date("2026-05-05"), days: null });
  const week = { from: new Date("2026-04-28"), end: new Date("2026-05-05"), days: 7 };
  assert.deepEqual(periodOf({ days: "7" }, now), week, "today is one of the days");
});

Deno.test("suppressParts() never lets a small count be derived from the sum", () => {
  fc.assert(fc.property(fc.array(fc.nat(20), { maxLength: 8 }), (counts) => {
    const cells = suppressParts(counts);
    const hidden = counts.filter((_, index) => cells[index] === null);
    const sum = hidden.reduce((total, count) => total + count, 0);
    const others = counts.filter((count) => count >= FEWEST).length;
    for (const [index, cell] of cells.entries()) {
      assert.ok(cell === null || cell === counts[index]);
      assert.ok(cell === null || !isFew(cell));
    }
    if (hidden.length > 0 && others > 0) {
      assert.ok(!isFew(sum), `${counts}`);
      assert.ok(hidden.length > 1, `${counts}`);
    }
  }));
});
