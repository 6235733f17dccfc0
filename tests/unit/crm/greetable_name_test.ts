import assert from "node:assert/strict";
import { greetableName } from "@/lib/crm/greetable_name.ts";

const NAMES: readonly [given: string | null, shown: string | null][] = [
  ["Pat", "Pat"],
  ["  Anne \n Marie ", "Anne Marie"],
  ["O’Neil", "O’Neil"],
  ["李", "李"],
  ["Jose\u0301", "José"],
  [null, null],
  ["", null],
  ["  ", null],
  ["-", null],
  ["pat@build.test", null],
  ["<b>Pat</b>", null],
  ["Pat\u202eevil", null],
  ["\u200b", null],
  ["P\0at", null],
  ["a".repeat(41), null],
  ["{{contact.name}}", null],
];

for (const [given, shown] of NAMES) {
  Deno.test(`greetableName() returns ${JSON.stringify(shown)} for ${JSON.stringify(given)} (§4.3)`, () =>
    assert.equal(greetableName(given), shown));
}
