import assert from "node:assert/strict";
import { hasName, inSentence } from "@/lib/text/mod.ts";

Deno.test("inSentence() keeps the capitals of proper names and abbreviations", () => {
  const names = {
    "Width of the opening": "width of the opening",
    "Énergie": "énergie",
    "LEED": "LEED",
    "U-factor": "U-factor",
    "Florida Product Approval": "Florida Product Approval",
    "quiet rooms": "quiet rooms",
    "": "",
  };
  for (const [name, expected] of Object.entries(names)) assert.equal(inSentence(name), expected);
});

Deno.test("hasName() finds a name or its plural in whole words only", () => {
  for (const text of ["An ADA folds", "Two Adas", "Ada-like", "ada"]) {
    assert.ok(hasName(text, "Ada"), text);
  }
  for (const text of ["Canada", "Adamant", "ada2", ""]) assert.ok(!hasName(text, "Ada"), text);
  assert.ok(hasName("Lift (2) of it", "Lift (2)"), "signs in a name stand for themselves");
});
