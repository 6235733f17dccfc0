import assert from "node:assert/strict";
import fc from "fast-check";
import { type Candidate, planImport, type StoredVersion } from "@/lib/corpus/import/plan.ts";

function day(number: number): Date {
  return new Date(Date.UTC(2026, 0, number));
}

function candidate(id: string, over: Partial<Candidate> = {}): Candidate {
  return { id, sourceKey: "k", fetchedAt: day(9), retired: false, ...over };
}

function stored(id: string, over: Partial<StoredVersion> = {}): StoredVersion {
  return { id, sourceKey: "k", fetchedAt: day(1), state: "active", supersededBy: null, ...over };
}

/** Returns the versions that are stored after a plan was carried out. */
function carryOut(
  candidates: readonly Candidate[],
  before: readonly StoredVersion[],
): StoredVersion[] {
  const { inserts, updates } = planImport(candidates, before);
  const changed = new Map(updates.map((version) => [version.id, version]));
  return [
    ...before.map((version) => changed.get(version.id) ?? version),
    ...inserts.map(({ candidate: _, ...version }) => version),
  ];
}

interface Case {
  name: string;
  candidates: Candidate[];
  before: StoredVersion[];
  verdicts: string[];
  after: Record<string, string>;
}

const CASES: Case[] = [
  {
    name: "stores a new document",
    candidates: [candidate("a")],
    before: [],
    verdicts: ["created"],
    after: { a: "active" },
  },
  {
    name: "stores a document that its author has retired as retired",
    candidates: [candidate("a", { retired: true })],
    before: [],
    verdicts: ["created"],
    after: { a: "retired" },
  },
  {
    name: "leaves an unchanged document as it is, even if it is retired",
    candidates: [candidate("a")],
    before: [stored("a", { state: "retired" })],
    verdicts: ["unchanged"],
    after: { a: "retired" },
  },
  {
    name: "supersedes the current version by a changed document",
    candidates: [candidate("b")],
    before: [stored("a")],
    verdicts: ["superseded"],
    after: { a: "superseded b", b: "active" },
  },
  {
    name: "keeps a changed document retired if staff have retired it",
    candidates: [candidate("b")],
    before: [stored("a", { state: "retired" })],
    verdicts: ["superseded"],
    after: { a: "superseded b", b: "retired" },
  },
  {
    name: "keeps a changed document superseded if another supersedes it",
    candidates: [candidate("b")],
    before: [stored("a", { state: "superseded", supersededBy: "other" })],
    verdicts: ["superseded"],
    after: { a: "superseded b", b: "superseded other" },
  },
  {
    name: "retires a version whose author has retired it",
    candidates: [candidate("b", { retired: true })],
    before: [stored("a")],
    verdicts: ["superseded"],
    after: { a: "superseded b", b: "retired" },
  },
  {
    name: "never supersedes a newer capture by an older one",
    candidates: [candidate("b", { fetchedAt: day(1) })],
    before: [stored("a", { fetchedAt: day(5) })],
    verdicts: ["older"],
    after: { a: "active", b: "superseded a" },
  },
  {
    name: "leaves an older capture that is already stored",
    candidates: [candidate("a", { fetchedAt: day(1) }), candidate("b", { fetchedAt: day(5) })],
    before: [
      stored("a", { state: "superseded", supersededBy: "b" }),
      stored("b", { fetchedAt: day(5) }),
    ],
    verdicts: ["unchanged", "unchanged"],
    after: { a: "superseded b", b: "active" },
  },
  {
    name: "makes a superseded version current when its text returns",
    candidates: [candidate("a")],
    before: [stored("a", { state: "superseded", supersededBy: "b" }), stored("b")],
    verdicts: ["superseded"],
    after: { a: "active", b: "superseded a" },
  },
];

for (const { name, candidates, before, verdicts, after } of CASES) {
  Deno.test(`planImport() ${name} (§6)`, () => {
    assert.deepEqual(planImport(candidates, before).verdicts, verdicts);
    const states = carryOut(candidates, before)
      .map((
        { id, state, supersededBy },
      ) => [id, supersededBy ? `${state} ${supersededBy}` : state]);
    assert.deepEqual(Object.fromEntries(states), after);
  });
}

/** Versions of one document, each captured on another day, and another document. */
const oneRunOfEach = fc.shuffledSubarray([
  candidate("a", { fetchedAt: day(3) }),
  candidate("b", { fetchedAt: day(5) }),
  candidate("c", { fetchedAt: day(7), retired: true }),
  candidate("d", { fetchedAt: day(8) }),
  candidate("e", { sourceKey: "other" }),
]);

Deno.test("planImport() leaves one current version of each document, after any imports (§6)", () => {
  fc.assert(fc.property(fc.array(oneRunOfEach, { maxLength: 5 }), (runs) => {
    const versions = runs.reduce<StoredVersion[]>((before, run) => carryOut(run, before), []);
    for (const key of new Set(versions.map(({ sourceKey }) => sourceKey))) {
      const family = versions.filter(({ sourceKey }) => sourceKey === key);
      assert.equal(family.filter(({ state }) => state !== "superseded").length, 1);
    }
    for (const { state, supersededBy } of versions) {
      assert.equal(state === "superseded", supersededBy !== null);
    }
  }));
});

Deno.test("planImport() plans nothing for a repeated import (§6)", () => {
  fc.assert(fc.property(fc.array(oneRunOfEach, { maxLength: 5 }), oneRunOfEach, (runs, last) => {
    const before = runs.reduce<StoredVersion[]>((all, run) => carryOut(run, all), []);
    const after = carryOut(last, before);
    const { inserts, updates } = planImport(last, after);
    assert.deepEqual({ inserts, updates }, { inserts: [], updates: [] });
  }));
});

Deno.test("planImport() has the same result when an import is split in two (§6)", () => {
  fc.assert(fc.property(oneRunOfEach, fc.nat(), (run, at) => {
    const cut = at % (run.length + 1);
    const split = carryOut(run.slice(cut), carryOut(run.slice(0, cut), []));
    const byId = (a: StoredVersion, b: StoredVersion) => a.id < b.id ? -1 : 1;
    assert.deepEqual(split.sort(byId), carryOut(run, []).sort(byId));
  }));
});
