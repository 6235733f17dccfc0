import assert from "node:assert/strict";
import { compareText } from "@/lib/text/mod.ts";

Deno.test("compareText() sorts by code unit, whatever the locale", () => {
  assert.deepEqual(["b", "é", "a", "B", "", "a"].toSorted(compareText), [
    "",
    "B",
    "a",
    "a",
    "b",
    "é",
  ]);
});
