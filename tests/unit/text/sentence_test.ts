import assert from "node:assert/strict";
import { inSentence } from "../../../lib/text/mod.ts";

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
