import assert from "node:assert/strict";
import { counted, countedOf } from "@/components/ui/counted.ts";
import { formatCount } from "@/lib/text/mod.ts";

Deno.test("formatCount() separates thousands, of big integers too (design §10)", () => {
  assert.equal(formatCount(999), "999");
  assert.equal(formatCount(204_788), "204,788");
  assert.equal(formatCount(19_199_999n), "19,199,999");
});

Deno.test("counted() and countedOf() format their counts alike (design §10)", () => {
  assert.equal(counted(204_788, "change"), "204,788 changes");
  assert.equal(countedOf(1000, 50_149, "picture"), "1,000 of 50,149 pictures");
});
