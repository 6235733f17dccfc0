/** Which projects are near a visitor (spec §4.1). */
import assert from "node:assert/strict";
import { nearIn } from "@/lib/projects/index/near.ts";
import { indexProjects } from "@/lib/projects/mod.ts";
import { placeKey, regionName } from "@/lib/projects/place.ts";

type Pair = readonly [city: string | null, region: string | null];

const SYSTEM = "system-a";

function near([city, state]: Pair, [visitorCity, visitorRegion]: Pair): "city" | "region" | null {
  const project = {
    ...{ uuid: "uuid-1", name: "Pier", slug: "/projects/pier", city, state, featured: null },
    ...{ galleryOrder: null, published: true, parties: [], kindIds: [], image: null },
    productUuids: ["term-a"],
  };
  const index = indexProjects([project], {
    version: 1,
    joins: { mappings: [{ systemId: SYSTEM, termUuid: "term-a" }], kinds: [] },
    siteUrl: "https://site.example",
  });
  const visitor = placeKey({ city: visitorCity, region: visitorRegion });
  const { inCity, inRegion } = nearIn(index, SYSTEM, visitor);
  return inCity.flat().length > 0 ? "city" : inRegion.length > 0 ? "region" : null;
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

Deno.test("regionName() returns the name of a known code, and other texts trimmed", () => {
  assert.deepEqual(["ca", "NY", "quebec", " Bavaria ", "constructor"].map(regionName), [
    "California",
    "New York",
    "Quebec",
    "Bavaria",
    "constructor",
  ]);
});
