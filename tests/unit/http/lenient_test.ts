import assert from "node:assert/strict";
import { choiceParam, integerParam, textParam } from "@/lib/http/mod.ts";

const RANGE = { least: 1, most: 100, usual: 24 };

Deno.test("integerParam() reads whole numbers in ASCII digits, clamps them, and else returns the default", () => {
  const cases: readonly [search: string, value: number][] = [
    ["", 24],
    ["n=", 24],
    ["n=7", 7],
    ["n=%207%20", 7],
    ["n=%2B7", 7],
    ["n=007", 7],
    ["n=7&n=8", 7],
    ["n=&n=8", 24],
    ["n=0", 1],
    ["n=-0", 1],
    ["n=-99999999999999999999999", 1],
    ["n=101", 100],
    [`n=${"9".repeat(400)}`, 100],
    ...["1e1", "2.5", "0x10", "1_0", "1 0", "NaN", "Infinity", "١٢", "１２", "+", "ten"]
      .map((text) => [`n=${encodeURIComponent(text)}`, 24] as [string, number]),
  ];
  for (const [search, value] of cases) {
    assert.equal(integerParam(new URLSearchParams(search), "n", RANGE), value, search);
  }
});

Deno.test("textParam() and choiceParam() trim their value, and unknown choices are undefined", () => {
  const params = new URLSearchParams({ text: " a\0 b ", known: " b", unknown: "B", blank: "\0 " });
  assert.equal(textParam(params, "text"), "a b");
  assert.equal(textParam(params, "blank"), "");
  assert.equal(textParam(params, "absent"), "");
  assert.equal(choiceParam(params, "known", ["a", "b"]), "b");
  for (const name of ["unknown", "blank", "absent"]) {
    assert.equal(choiceParam(params, name, ["a", "b"]), undefined, name);
  }
});
