import assert from "node:assert/strict";
import { isStillAhead } from "@/lib/timing/mod.ts";

Deno.test("isStillAhead() takes a moment further ahead than it can be for one of a wrong clock", () => {
  const cases = [[999, false], [1_000, false], [1_001, true], [1_060, true], [
    1_061,
    false,
  ]] as const;
  for (const [moment, isAhead] of cases) {
    assert.equal(isStillAhead(moment, 1_000, 60), isAhead, `${moment}`);
  }
});
