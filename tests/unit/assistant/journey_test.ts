import assert from "node:assert/strict";
import { systemsNamed } from "@/lib/assistant/journey.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";

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
