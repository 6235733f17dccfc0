import assert from "node:assert/strict";
import fc from "fast-check";
import { FEWEST, told, toldPart, toldParts, toldSteps } from "../../../lib/analytics/mod.ts";

const isFew = (count: number) => count > 0 && count < FEWEST;

Deno.test("told() tells none, or enough (§4.9)", () => {
  assert.deepEqual([0, 1, 4, 5, 6].map(told), [0, null, null, 5, 6]);
});

Deno.test("toldPart() tells no part whose rest is of a few", () => {
  assert.equal(toldPart(27, 30), null);
  assert.equal(toldPart(25, 30), 25);
  assert.equal(toldPart(30, 30), 30);
  assert.equal(toldPart(0, 30), 0);
  assert.equal(toldPart(3, 30), null);
  assert.equal(toldPart(0, 3), null);
});

Deno.test("toldSteps() leaves out a step that so few did not take", () => {
  assert.deepEqual(toldSteps([30, 28, 20, 0]), [30, null, 20, 0]);
  assert.deepEqual(toldSteps([3, 2, 0]), [null, null, 0]);
});

Deno.test("toldParts() never leaves a few as the difference to the sum", () => {
  fc.assert(fc.property(fc.array(fc.nat(20), { maxLength: 8 }), (counts) => {
    const cells = toldParts(counts);
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
