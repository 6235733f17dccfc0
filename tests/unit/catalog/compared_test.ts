import assert from "node:assert/strict";
import { parseCompared } from "@/lib/catalog/compared.ts";
import { compileSnapshot } from "@/lib/catalog/snapshot.ts";

const SNAPSHOT = compileSnapshot({
  version: 1,
  tiers: [],
  attributes: [],
  systems: ["a", "b", "c", "d", "e", "old"].map((id, position) => ({
    id,
    name: id.toUpperCase(),
    tagline: null,
    description: null,
    budgetTierId: null,
    position,
    retired: id === "old",
    values: [],
  })),
  factors: [],
  ruleSets: [],
  tracks: [],
  rules: [],
});

interface Case {
  when: string;
  query: string;
  systemIds?: string[];
  surplusIds?: string[];
  unknownCount?: number;
}

const CASES: Case[] = [
  { when: "no id is requested", query: "" },
  { when: "ids are separated by commas", query: "systems=b,a", systemIds: ["b", "a"] },
  { when: "the parameter is repeated", query: "systems=b&systems=a", systemIds: ["b", "a"] },
  {
    when: "commas and repeats are mixed",
    query: "systems=a,b&systems=c",
    systemIds: ["a", "b", "c"],
  },
  { when: "an id is repeated or blank", query: "systems=a,,a,%20,b", systemIds: ["a", "b"] },
  { when: "an id is unknown", query: "systems=a,zebra,b", systemIds: ["a", "b"], unknownCount: 1 },
  { when: "a system is retired", query: "systems=old,a", systemIds: ["a"], unknownCount: 1 },
  {
    when: "more than four ids are requested",
    query: "systems=e,d,c,b,a",
    systemIds: ["e", "d", "c", "b"],
    surplusIds: ["a"],
  },
];

for (const { when, query, systemIds = [], surplusIds = [], unknownCount = 0 } of CASES) {
  Deno.test(`parseCompared() splits the requested ids when ${when} (design §10)`, () => {
    const compared = parseCompared(SNAPSHOT, new URLSearchParams(query));
    assert.deepEqual(compared, { systemIds, surplusIds, unknownCount });
  });
}
