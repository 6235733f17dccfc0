import assert from "node:assert/strict";
import { compileSnapshot, type Track } from "@/lib/catalog/mod.ts";
import { figuresOf } from "@/routes/admin/(_sections)/analytics/figures.ts";
import { aCatalog } from "@/tests/helpers/factories.ts";

Deno.test("figuresOf() lists the tracks in the order of the catalog, after visits without one (§4.9)", () => {
  const aTrack = (name: string, position: number): Track => ({
    id: name.toLowerCase(),
    name,
    description: "",
    ruleSetId: "all",
    position,
    retired: false,
  });
  const catalog = aCatalog({ tracks: [aTrack("Home", 1), aTrack("Office", 2)] });
  const parts = figuresOf({
    all: { track: null, stages: [] },
    tracks: ["office", null, "home"].map((track) => ({ track, stages: [] })),
    questions: [],
    systems: [],
    conversions: [],
    medianSeconds: null,
    times: [],
    unmatched: { visits: 0, options: [] },
  }, compileSnapshot(catalog));
  assert.deepEqual(
    parts.slice(3, 6).map(({ title }) => title),
    ["All questions, no track", "Home", "Office"],
  );
});
