import assert from "node:assert/strict";
import fc from "fast-check";
import { addBit, hasBit, noBits } from "../../../lib/selection/bits.ts";

Deno.test("addBit() adds an index and no other, across words and at their ends (design §5)", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(99)), (indexes) => {
      const bits = noBits(100);
      for (const index of indexes) addBit(bits, index);
      const held = Array.from({ length: 100 }, (_, index) => index).filter((i) => hasBit(bits, i));
      assert.deepEqual(held, [...new Set(indexes)].sort((a, b) => a - b));
    }),
    { examples: [[[0, 31, 32, 63, 64, 99]]] },
  );
});

Deno.test("hasBit() holds nothing beyond the size a set was made for (design §5)", () => {
  assert.equal(hasBit(noBits(0), 0), false);
  assert.equal(hasBit(noBits(32), 32), false);
});
