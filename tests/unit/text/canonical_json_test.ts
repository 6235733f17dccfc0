import assert from "node:assert/strict";
import { canonicalJson } from "@/lib/text/mod.ts";

Deno.test("canonicalJson() sorts the keys at every depth, and keeps the order of lists", () => {
  const text = '{"a":[3,1,{"c":null,"d":"x"}],"b":1}';
  assert.equal(canonicalJson({ b: 1, a: [3, 1, { d: "x", c: null }] }), text);
  assert.equal(canonicalJson({ a: [3, 1, { c: null, d: "x" }], b: 1, e: undefined }), text);
  assert.equal(canonicalJson(undefined), "undefined");
});
