import assert from "node:assert/strict";
import { compareNames } from "@/lib/text/mod.ts";

Deno.test("compareNames() sorts by letter and by number (design §10)", () => {
  assert.deepEqual(
    ["Rule 10", "rule 9", "Zürich", "Éclair", "Ecke"].toSorted(compareNames),
    ["Ecke", "Éclair", "rule 9", "Rule 10", "Zürich"],
  );
});
