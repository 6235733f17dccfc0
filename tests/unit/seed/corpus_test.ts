/** The demo's documents: enough for every system, in every state, and in agreement with the data sheets. */
import assert from "node:assert/strict";
import type { System } from "@/lib/catalog/mod.ts";
import { importCorpus } from "@/lib/corpus/mod.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { demoCorpus } from "@/migrations/seed/demo/corpus.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { seedDemo } from "@/migrations/seed/demo/seed.ts";
import { DEFAULT_ENGINE, demoLocation, eachEngine, opened } from "@/tests/helpers/db.ts";
import { type Figure, figuresIn, isPlace, isTrueOf } from "./corpus_figures.ts";

const { systems } = demoCatalog;
const items = await seededItems();
const shown = items.filter(({ state }) => state === "active");
const former = items.filter(({ state }) => state === "superseded");

type Item = Awaited<ReturnType<typeof readItems>>[number];

async function seededItems(): Promise<Item[]> {
  await using database = await opened(demoLocation(DEFAULT_ENGINE));
  return await readItems(database);
}

async function readItems({ db }: Pick<DatabaseHandle, "db">) {
  const rows = await db.selectFrom("corpus_items").selectAll().orderBy("id").execute();
  const about = await db.selectFrom("corpus_item_systems").selectAll().execute();
  const passages = await db.selectFrom("corpus_passages").selectAll().orderBy("item_id")
    .orderBy("seq").execute();
  return rows.map((row) => ({
    ...row,
    systemIds: about.filter(({ item_id }) => item_id === row.id).map(({ system_id }) => system_id),
    passages: passages.filter(({ item_id }) => item_id === row.id),
  }));
}

const longestFirst = [...systems].sort((a, b) => b.name.length - a.name.length);

function namedIn(text: string): System[] {
  let rest = text;
  return longestFirst.filter(({ name }) => {
    const isNamed = rest.includes(name);
    rest = rest.replaceAll(name, "");
    return isNamed;
  });
}

function sentencesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => line.split(/(?<=[.?!]) (?=[\p{Lu}\d])/u))
    .filter((sentence) => sentence !== "");
}

interface Claim {
  itemId: string;
  sentence: string;
  figure: Figure;
  /** The systems that the figure can be about. */
  subjects: System[];
}

/**
 * Returns the figures of a document. A sentence is about the systems that it names, or else those named last
 * under the same heading, or else those of the whole document.
 */
function claimsOf(item: Item): Claim[] {
  const own = systems.filter(({ id }) => item.systemIds.includes(id));
  return item.passages.flatMap(({ heading, text }) => {
    let last = namedIn(heading ?? "");
    return sentencesIn(text).flatMap((sentence) => {
      const named = namedIn(sentence);
      if (named.length > 0 || !/[.?!]$/.test(sentence)) last = named;
      const context = own.length === 1 || last.length === 0 ? own : last;
      const subjects = named.length > 0 ? named : context;
      return figuresIn(sentence).map((figure) => ({ itemId: item.id, sentence, figure, subjects }));
    });
  });
}

function holds({ figure, subjects }: Claim): boolean {
  return subjects.some((system) => isTrueOf(system, figure));
}

function describe({ itemId, sentence, figure, subjects }: Claim): string {
  return `${itemId}: ${figure.quote} of ${subjects.map(({ id }) => id)} in "${sentence}"`;
}

const claims = items.filter(({ state }) => state !== "superseded").flatMap(claimsOf);

Deno.test("every figure of the demo's documents is true of the system that it is about (§2.2)", () => {
  assert.ok(claims.length > 600, String(claims.length));
  assert.deepEqual(claims.filter((claim) => !holds(claim)).map(describe), []);
});

Deno.test("the check detects at least 98 % of the figures when they are slightly wrong", () => {
  const stated = claims.filter(({ figure }) => !isPlace(figure));
  for (const direction of [1, -1]) {
    const missed = stated.map((claim) => offBy(claim, direction)).filter(holds).map(describe);
    assert.ok(missed.length < stated.length / 50, missed.join("\n"));
  }
});

function offBy(claim: Claim, direction: number): Claim {
  const { value, unit } = claim.figure;
  const step = unit === "u-factor" ? 0.01 : Number.isInteger(value) ? 1 : 0.15;
  return { ...claim, figure: { ...claim.figure, value: value + direction * step } };
}

const WRONG: [systemId: string, sentence: string][] = [
  ["heron-lite", "Expect STC 26 to 34 in good glass."],
  ["heron-thermal", "The U-factor is 0.26 with triple glazing."],
  ["heron-clad", "Driven rain is kept out to 10 psf."],
  ["heron-storm", "It carries a wind load of 15 psf."],
  ["heron-counter", "The threshold is half an inch."],
  ["estuary-lite", "Panels are up to 120 inches tall."],
  ["estuary-thermal", "A pane weighs three hundred and 310 pounds."],
  ["estuary-vista", "Panes are 36 to 192 inches wide."],
  ["estuary-counter", "It arrives in two to four weeks."],
  ["causeway-thermal", "It was built in a 6-foot opening."],
  ["glasswing-balcony", "It fits under an 11-foot ceiling."],
  ["glasswing-interior", "It shows 2 inches of frame."],
  ["quarry-panel", "It holds back fire for 60 minutes."],
  ["pleat-acoustic", "The warranty is 5 years."],
  ["ascent-bay", "About twenty pounds remain at the handle."],
  ["vane-screen", "It reaches STC 30."],
  ["heron-lite", "It saves 20 percent of the heating."],
];

for (const [systemId, sentence] of WRONG) {
  Deno.test(`the check detects the wrong figure of ${systemId} in "${sentence}"`, () => {
    const system = systems.find(({ id }) => id === systemId);
    assert.ok(system);
    const figures = figuresIn(sentence);
    assert.ok(figures.length > 0);
    assert.ok(figures.some((figure) => !isTrueOf(system, figure)));
  });
}

Deno.test("every superseded document has a figure that is no longer true", () => {
  for (const item of former) {
    assert.ok(claimsOf(item).some((claim) => !holds(claim)), item.id);
  }
});

Deno.test("the demo has at least seventy documents, of all four types (§2.1)", () => {
  assert.ok(shown.length >= 70, String(shown.length));
  const least = { "pdp": 23, "tech-doc": 15, "blog": 18, "marketing": 10 };
  for (const [type, count] of Object.entries(least)) {
    const own = shown.filter(({ content_type }) => content_type === type);
    assert.ok(own.length >= count, `${own.length} of ${type}`);
  }
});

Deno.test("every system has one product page with its path (§2.11)", () => {
  for (const { id } of systems) {
    const pages = shown.filter(({ content_type, systemIds }) =>
      content_type === "pdp" && systemIds.includes(id)
    );
    assert.deepEqual(pages.map(({ pdp_path }) => pdp_path), [`/products/${id}`]);
    assert.deepEqual(pages.map(({ systemIds }) => systemIds), [[id]]);
  }
});

Deno.test("every system has at least eight passages about it, in three types of document (§4.1)", () => {
  for (const { id, name } of systems) {
    const own = shown.filter(({ systemIds }) => systemIds.includes(id))
      .flatMap(({ systemIds, passages }) =>
        passages.filter(({ text }) => systemIds.length === 1 || text.includes(name))
      );
    assert.ok(own.length >= 8, `${id} has ${own.length}`);
    const types = new Set(
      shown.filter(({ systemIds, passages }) =>
        systemIds.includes(id) && passages.some(({ text }) => text.includes(name))
      ).map(({ content_type }) => content_type),
    );
    assert.ok(types.size >= 3, `${id} is only in ${[...types]}`);
  }
});

Deno.test("documents are listed under exactly the systems that they name", () => {
  const listed = items.filter(({ content_type }) => content_type !== "pdp").map((item) => ({
    id: item.id,
    systemIds: item.systemIds.toSorted(),
  }));
  const named = items.filter(({ content_type }) => content_type !== "pdp").map((item) => ({
    id: item.id,
    systemIds: namedIn(item.passages.map(({ text }) => text).join("\n")).map(({ id }) => id)
      .toSorted(),
  }));
  assert.deepEqual(named, listed);
});

Deno.test("the documents have every state, kind of source and link status (§4.1)", () => {
  const count = (isOne: (item: Item) => boolean) => items.filter(isOne).length;
  assert.ok(count(({ state }) => state === "retired") >= 3);
  assert.ok(former.length >= 3);
  for (const kind of ["url", "cms-view", "cms-dump", "upload"]) {
    assert.ok(count(({ source_kind }) => source_kind === kind) >= 1, kind);
  }
  assert.ok(count((item) => item.state === "active" && item.source_kind === "upload") >= 8);
  for (const [status, least] of [["live", 50], ["dead", 3], ["unchecked", 3]] as const) {
    const own = count(({ link_status, source_url }) =>
      link_status === status && source_url !== null
    );
    assert.ok(own >= least, `${own} ${status}`);
  }
});

Deno.test("the link statuses of the demo say that they were never checked (§4.1)", () => {
  for (const { id, link_status, link_note, link_checked_at } of items) {
    assert.equal(link_checked_at, null, id);
    const isMadeUp = link_note === "Set by the demo and never checked: its site is made up";
    assert.equal(isMadeUp, link_status !== "unchecked", id);
  }
});

Deno.test("a superseded document has a later successor from the same source (§4.1)", () => {
  for (const { superseded_by, source_key, fetched_at } of former) {
    const next = items.find(({ id }) => id === superseded_by);
    assert.equal(next?.source_key, source_key);
    assert.ok(next && next.fetched_at > fetched_at);
  }
});

Deno.test("documents have 120 to 500 words, in passages of 60 to 180", () => {
  for (const { id, passages } of shown) {
    const words = passages.map(({ text }) => wordsIn(text));
    const sum = words.reduce((total, count) => total + count, 0);
    assert.ok(sum >= 120 && sum <= 500, `${id} has ${sum} words`);
    for (const count of words) assert.ok(count >= 60 && count <= 180, `${id} has ${words}`);
  }
});

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

Deno.test("no two documents share a sentence", () => {
  const seen = new Map<string, string>();
  for (const { source_key, passages } of items) {
    for (const sentence of passages.flatMap(({ text }) => sentencesIn(text))) {
      if (wordsIn(sentence) <= 8) continue;
      const key = sentence.toLowerCase();
      assert.equal(seen.get(key) ?? source_key, source_key, sentence);
      seen.set(key, source_key);
    }
  }
});

Deno.test("documents name no price, no standard, no trademark and no site but the example domain", () => {
  for (const { id, title, source_url, passages } of items) {
    const text = [title, ...passages.map((passage) => passage.text)].join("\n");
    assert.doesNotMatch(text, /[$€£]|\b(dollars?|euros?)\b|\b(ASTM|ANSI|NFRC|ISO|EN) ?\d|[®™]/, id);
    assert.doesNotMatch(text, /lorem|todo|tbd|placeholder|\bbest in class\b|world-class/i, id);
    assert.match(source_url ?? "https://www.example.com/", /^https:\/\/www\.example\.com\//, id);
  }
});

Deno.test("demoCorpus() reads the same files in the same order each time", async () => {
  const [once, again] = [await demoCorpus(), await demoCorpus()];
  assert.deepEqual(once, again);
  const paths = once.map(({ path }) => path);
  assert.deepEqual(paths, [...paths].sort());
});

eachEngine(
  "seedDemo() stores the documents once, as an import of the same files would (§4.1)",
  async (database) => {
    assert.equal(await seedDemo(database), true);
    const stored = await readItems(database);
    assert.deepEqual(stored.map(({ id }) => id), items.map(({ id }) => id));
    assert.equal(await seedDemo(database), false);

    const report = await importCorpus(database.db, await demoCorpus(), {
      now: new Date(),
      trusted: true,
    });
    assert.deepEqual(report.skipped, []);
    assert.equal(report.unchanged, items.length);
    assert.deepEqual(await readItems(database), stored);
  },
);
