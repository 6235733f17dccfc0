/** Who is near what (spec §4.1). */
import assert from "node:assert/strict";
import { nearnessOf, placeKey, regionName } from "../../../lib/projects/place.ts";

type Pair = readonly [city: string | null, region: string | null];

function near([city, state]: Pair, [visitorCity, visitorRegion]: Pair): "city" | "region" | null {
  const nearness = nearnessOf(
    placeKey({ city, region: state }),
    placeKey({ city: visitorCity, region: visitorRegion }),
  );
  return nearness === null ? null : nearness === 0 ? "city" : "region";
}

const CASES: readonly [project: Pair, visitor: Pair, near: "city" | "region" | null][] = [
  [["Springfield", "IL"], ["Springfield", "IL"], "city"],
  [["Springfield", "IL"], ["  SPRINGFIELD ", "illinois"], "city"],
  [["Springfield", "IL"], ["Springfield", "MA"], null],
  [["Springfield", "IL"], ["Springfield", null], "city"],
  [["Springfield", null], ["Springfield", "MA"], "city"],
  [["Chicago", "IL"], ["Springfield", "Illinois"], "region"],
  [["Chicago", "IL"], [null, "US-IL"], "region"],
  [["Chicago", "IL"], ["Springfield", null], null],
  [[null, "Ontario"], ["Toronto", "ON"], "region"],
  [["Montréal", "QC"], ["Montreal", "Québec"], "city"],
  [["Toronto", "CA-ON"], ["Ottawa", "on"], "region"],
  [["Utrecht", "Utrecht"], ["Zeist", "utrecht"], "region"],
  [[null, null], [null, null], null],
  [["", " "], ["", ""], null],
  [["Washington", "DC"], ["Seattle", "Washington"], null],
];

for (const [project, visitor, expected] of CASES) {
  Deno.test(`a project in ${project} is ${expected ?? "not near"} for a visitor in ${visitor} (§4.1)`, () => {
    assert.equal(near(project, visitor), expected);
  });
}

Deno.test("regionName() names what it knows, and leaves the rest as it is written", () => {
  assert.deepEqual(["ca", "NY", "quebec", " Bavaria ", "constructor"].map(regionName), [
    "California",
    "New York",
    "Quebec",
    "Bavaria",
    "constructor",
  ]);
});
