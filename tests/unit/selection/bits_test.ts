import assert from "node:assert/strict";
import fc from "fast-check";
import { addBit, hasBit, noBits } from "@/lib/selection/bits.ts";

Deno.test("addBit() adds exactly one index, also at the ends of words (design §5)", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(99)), (indexes) => {
      const bits = noBits(100);
      for (const index of indexes) addBit(bits, index);
      const found = Array.from({ length: 100 }, (_, index) => index).filter((i) => hasBit(bits, i));
      assert.deepEqual(found, [...new Set(indexes)].sort((a, b) => a - b));
    }),
    { examples: [[[0, 31, 32, 63, 64, 99]]] },
  );
});

Deno.test("hasBit() is false beyond the size of the set (design §5)", () => {
  assert.equal(hasBit(noBits(0), 0), false);
  assert.equal(hasBit(noBits(32), 32), false);
});
