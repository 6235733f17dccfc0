import assert from "node:assert/strict";
import { conditionHolds } from "@/lib/selection/mod.ts";

const HOLDS = {
  any: { "": false, "a": true, "a b": true, "c": false },
  all: { "": false, "a": false, "a b": true, "a b c": true },
  none: { "": true, "a": false, "a b": false, "c": true },
} as const;

for (const operator of ["any", "all", "none"] as const) {
  Deno.test(`conditionHolds() knows what "${operator}" of two options means (design §6.1)`, () => {
    for (const [selected, expected] of Object.entries(HOLDS[operator])) {
      const condition = { operator, optionIds: ["a", "b"] };
      assert.equal(conditionHolds(condition, new Set(selected.split(" "))), expected, selected);
    }
  });
}
