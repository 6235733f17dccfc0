import assert from "node:assert/strict";
import { readJson } from "@/lib/text/mod.ts";

Deno.test("readJson() tells JSON of null from what is no JSON", () => {
  assert.equal(readJson("null"), null);
  assert.deepEqual(readJson('{"a":[1]}'), { a: [1] });
  for (const text of ["", "{", "undefined", "'a'"]) assert.equal(readJson(text), undefined, text);
});
