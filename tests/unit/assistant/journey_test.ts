import assert from "node:assert/strict";
import { envelopeOf, journeyOf, systemsNamed } from "@/lib/assistant/journey.ts";
import { openChat, withShown } from "@/lib/assistant/open_chat.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { aCatalog, aFactor, aSystem } from "@/tests/helpers/factories.ts";
import { aSessionBench, aVisitor } from "@/tests/helpers/session.ts";

const NAMES = ["Arc", "Heron", "Heron Lite+"];
const snapshot = compileSnapshot(aCatalog({
  systems: NAMES.map((name) => ({ ...aSystem(name.toLowerCase().replace(/\W/g, "-")), name })),
}));

const QUESTIONS: readonly (readonly [question: string, ids: string[]])[] = [
  ["How do I search for arches in the architecture?", []],
  ["Is the ARC quiet?", ["arc"]],
  ["Are Arcs quieter than Heron’s panels?", ["arc", "heron"]],
  ["Is Heron Lite+ light?", ["heron", "heron-lite-"]],
  ["Heron는 조용한가요? Arcは静かですか", ["arc", "heron"]],
  ["Is Heron2 an arc-shaped system?", ["arc"]],
];

for (const [question, ids] of QUESTIONS) {
  Deno.test(`systemsNamed() finds names as whole words in "${question}" (§4.5)`, () => {
    assert.deepEqual(systemsNamed(snapshot, question).map(({ id }) => id).sort(), ids);
  });
}

Deno.test("envelopeOf() has up to 3 alternatives and up to 8 answers (§2.11, §8)", () => {
  const places = Array.from({ length: 9 }, (_, position) => position);
  const full = compileSnapshot(aCatalog({
    systems: places.map((place) => aSystem(`s${place}`)),
    factors: places.map((position) => aFactor(`f${position}`, [`o${position}`], { position })),
  }));
  const journey = journeyOf(full, {
    ...emptyPayload(),
    recommendation: "s8",
    alternatives: ["s0", "s1", "s2", "s3"],
    answers: Object.fromEntries(places.map((place) => [`f${place}`, `o${place}`])),
  }, "results");
  const { selection, answers } = envelopeOf(journey) ?? assert.fail("it has no envelope");
  assert.equal(
    selection.at(-1),
    "- Cheaper systems that would also do: System s0, System s1, System s2",
  );
  assert.deepEqual(
    answers,
    places.slice(0, 8).map((place) => `- What about f${place}?: Option o${place}`),
  );
});

Deno.test("openChat() has nothing to store for a page that selects nothing (§4.5, §5)", async () => {
  await using bench = await aSessionBench();
  const catalog = { ...Object.create(null), current: () => snapshot };
  const missingOf = async (systemIds: string[]) => {
    const place = { stage: "browsing", systemIds, optionIds: [], track: null } as const;
    return (await openChat({ ...bench.services, catalog }, aVisitor().request(), place)).missing;
  };
  assert.equal(await missingOf([]), null);
  assert.equal(await missingOf(["gone"]), null);
  assert.deepEqual((await missingOf(["arc"]))?.systems_viewed, ["arc"]);
});

Deno.test("openChat() reads an answer whose question has the name of a member of every object", async () => {
  await using bench = await aSessionBench();
  const asking = compileSnapshot(aCatalog({ factors: [aFactor("constructor", ["ours"])] }));
  const catalog = { ...Object.create(null), current: () => asking };
  const place = { stage: "browsing", systemIds: [], optionIds: ["ours"], track: null } as const;
  const { shown } = await openChat({ ...bench.services, catalog }, aVisitor().request(), place);
  assert.deepEqual(shown?.answers, { constructor: ["ours"] });
});

Deno.test("withShown() keeps the 50 systems that were viewed last (§2.5)", () => {
  const viewing = (systems_viewed: string[]) => ({
    payload: { ...emptyPayload(), systems_viewed },
    track: null,
  });
  const kept = ["heron", ...Array.from({ length: 49 }, (_, at) => `gone-${at}`)];
  const { payload } = withShown(snapshot, viewing(kept), viewing(["arc"]));
  assert.deepEqual(payload.systems_viewed, [...kept.slice(1), "arc"]);
});
