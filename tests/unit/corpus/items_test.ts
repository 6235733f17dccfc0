/** Tests how staff list and change documents, on both engines (spec §2.1, §4.1). */
import fc from "fast-check";
import type { Kysely } from "kysely";
import assert from "node:assert/strict";
import { type Author, changeRecord, readRecord } from "@/lib/records/mod.ts";
import {
  countItems,
  findItem,
  findReplacements,
  ITEM_ORDERS,
  itemEntity,
  type ItemFilter,
  type ItemOrder,
  type ItemRecord,
  type ItemState,
  listItems,
  restoreItem,
  retrieve,
  supersedeItem,
} from "@/lib/corpus/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };

/** A stored document, as the reference filter reads it. */
interface Known {
  readonly id: string;
  readonly title: string;
  readonly type: "pdp" | "blog" | "tech-doc" | "marketing";
  readonly source: "url" | "cms-view" | "cms-dump" | "upload";
  readonly url: string | null;
  readonly link: "live" | "dead" | "unchecked";
  readonly state: ItemState;
  readonly supersededBy: string | null;
  readonly systems: string[];
  readonly passages: number;
  readonly day: number;
}

const TITLES = [
  "A 100% glass wall",
  "A_wall",
  "a wall \\ door",
  "Wände aus Glas",
  "50 % off",
  "wall",
];
const TYPES = ["pdp", "blog", "tech-doc", "marketing"] as const;
const SOURCES = ["url", "cms-view", "cms-dump", "upload"] as const;
const LINKS = ["live", "dead", "unchecked"] as const;
const SYSTEMS = [[], ["heron"], ["finch", "heron"], ["gull"]];

/** Every seventh is superseded, by the next or by the one seven places on; of the others, every fifth is retired. */
const KNOWN: readonly Known[] = Array.from({ length: 130 }, (_, index) => {
  const superseded = index % 7 === 6;
  return {
    id: `item-${index}`,
    title: TITLES[index % TITLES.length] ?? "",
    type: TYPES[index % 4] ?? "pdp",
    source: SOURCES[Math.floor(index / 4) % 4] ?? "url",
    url: index % 3 === 0 ? null : `https://news.example/${index}`,
    link: LINKS[index % 3] ?? "live",
    state: superseded ? "superseded" : index % 5 === 0 ? "retired" : "active",
    supersededBy: superseded ? `item-${(index + (index % 2 === 0 ? 1 : 7)) % 130}` : null,
    systems: SYSTEMS[index % SYSTEMS.length] ?? [],
    passages: index % 4,
    day: index % 20,
  };
});

async function storeKnown(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const item of KNOWN) {
      await storeItem(trx, item.id, {
        systemIds: item.systems,
        texts: Array.from({ length: item.passages }, (_, seq) => `Passage ${seq} of ${item.id}`),
        row: {
          title: item.title,
          content_type: item.type,
          source_kind: item.source,
          source_url: item.url,
          link_status: item.link,
          state: item.state,
          superseded_by: item.supersededBy,
          fetched_at: new Date(Date.UTC(2026, 0, 1 + item.day)),
        },
      });
    }
  });
}

const linkOf = (item: Known) => item.source === "upload" || item.url === null ? "none" : item.link;

/** Follows the successors. Each is another document, because no two have the same source here. */
function isUnreplaced(item: Known): boolean {
  if (item.state !== "superseded") return false;
  const seen = new Set<string>();
  let at: Known | undefined = item;
  while (at?.supersededBy && !seen.has(at.id)) {
    seen.add(at.id);
    const next: string = at.supersededBy;
    at = KNOWN.find(({ id }) => id === next);
  }
  return at?.state === "retired";
}

function passes(item: Known, filter: ItemFilter): boolean {
  const { text = "", contentType, state, link, systemId, sourceKind } = filter;
  const title = item.title.toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => title.includes(word)) &&
    (contentType === undefined || item.type === contentType) &&
    (sourceKind === undefined || item.source === sourceKind) &&
    (link === undefined || linkOf(item) === link) &&
    (state === undefined ||
      (state === "unreplaced" ? isUnreplaced(item) : item.state === state)) &&
    (systemId === undefined ||
      (systemId === null ? item.systems.length === 0 : item.systems.includes(systemId)));
}

const KEYS: Readonly<Record<ItemOrder, (item: Known) => string | number>> = {
  title: ({ title }) => title.toLowerCase(),
  type: ({ type }) => type,
  captured: ({ day }) => day,
  passages: ({ passages }) => passages,
  state: ({ state }) => state,
  link: linkOf,
};

const compare = <T extends string | number>(a: T, b: T) => a < b ? -1 : a > b ? 1 : 0;

const optional = <T>(values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined });
const anyFilter: fc.Arbitrary<ItemFilter> = fc.record({
  text: fc.constantFrom("", "wall", "WALL", "glas wall", "%", "_", "\\", "50 %", "ände", "zzz"),
  contentType: optional(TYPES),
  state: optional(["active", "retired", "superseded", "unreplaced"] as const),
  link: optional([...LINKS, "none"] as const),
  systemId: optional([null, "heron", "finch", "gull", "crane"]),
  sourceKind: optional(SOURCES),
}).map((filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
);

eachEngine(
  "listItems() agrees with a reference filter, in every order and on every page",
  async ({ db }) => {
    await storeKnown(db);
    await fc.assert(
      fc.asyncProperty(
        anyFilter,
        fc.constantFrom(...ITEM_ORDERS),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (filter, order, descending, page) => {
          const key = KEYS[order];
          const wanted = KNOWN.filter((item) => passes(item, filter)).toSorted((a, b) =>
            compare(key(a), key(b)) * (descending ? -1 : 1) || compare(a.id, b.id)
          );
          const size = 25;
          const found = await listItems(db, filter, { order, descending, page, size });
          const pages = Math.max(1, Math.ceil(wanted.length / size));
          const at = Math.min(page, pages);
          assert.deepEqual(
            found.items.map(({ id, passages, systemIds }) => [id, passages, systemIds]),
            wanted.slice((at - 1) * size, at * size)
              .map(({ id, passages, systems }) => [id, passages, systems]),
          );
          assert.deepEqual([found.total, found.page, found.pages], [wanted.length, at, pages]);
          assert.equal(await countItems(db, filter), wanted.length);
        },
      ),
      { numRuns: 80 },
    );
    assert.ok(KNOWN.some(isUnreplaced), "some documents are superseded by a retired one");
  },
);

eachEngine("listItems() accepts any search text", async ({ db }) => {
  await storeItem(db, "one", { row: { title: "A wall" } });
  const page = { order: "title", descending: false, page: 1, size: 10 } as const;
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (text) => {
      const { total } = await listItems(db, { text }, page);
      assert.ok(total === 0 || total === 1);
    }),
    { numRuns: 60 },
  );
  assert.equal((await listItems(db, { text: "wa\u0000" }, page)).total, 1);
  assert.equal((await listItems(db, { text: "\ud800" }, page)).total, 0);
  await storeItem(db, "two", {
    row: { title: "Brochure" },
    texts: ["The quiet\nwall of glass costs 50 % less. A façade, too."],
  });
  const found = async (text: string) =>
    (await listItems(db, { text }, page)).items.map(({ id }) => id);
  assert.deepEqual(await found("wall"), ["one", "two"], "titles come first");
  assert.deepEqual(await found("Quiet  WALL of"), ["two"], "a phrase of a passage");
  assert.deepEqual(await found("50 % less"), ["two"]);
  assert.deepEqual(await found("a façade, TOO"), ["two"]);
  assert.deepEqual(await found("glass wall"), [], "in its own order");
});

/** Stores two versions of one document, and another document. */
async function storeVersions(db: Kysely<Database>): Promise<void> {
  await storeItem(db, "new", { row: { source_key: "page" }, texts: ["The new quokka words"] });
  await storeItem(db, "old", {
    row: {
      source_key: "page",
      state: "superseded",
      superseded_by: "new",
      fetched_at: new Date("2026-01-01T00:00:00Z"),
    },
    texts: ["The old quokka words"],
  });
  await storeItem(db, "other", { systemIds: ["heron", "finch"], texts: ["Other quokka words"] });
}

async function statesOf(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom("corpus_items").select(["id", "state", "superseded_by"])
    .orderBy("id").execute();
  return rows.map(({ id, state, superseded_by }) => `${id} ${state} ${superseded_by ?? "-"}`);
}

async function retrievedIds(db: Kysely<Database>): Promise<string[]> {
  const passages = await retrieve(db, { text: "quokka", limit: 10 });
  return passages.map(({ itemId }) => itemId).sort();
}

async function auditedActions(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom("audit_log").select(["action", "entity_type", "entity_id"])
    .orderBy("seq").execute();
  return rows.map((row) => `${row.action} ${row.entity_type} ${row.entity_id}`);
}

eachEngine(
  "a document is retired, restored and superseded, and found only while it is active (§4.1, §6.2)",
  async ({ db }) => {
    await storeVersions(db);
    assert.deepEqual(await retrievedIds(db), ["new", "other"]);

    const retired = await changeRecord(db, itemEntity, {
      by,
      id: "other",
      action: "retire",
      next: (item): ItemRecord => ({ ...item, state: "retired" }),
    });
    assert.equal(retired.kind, "changed");
    assert.deepEqual(await retrievedIds(db), ["new"]);
    assert.equal(
      (await supersedeItem(db, { by, id: "new", successorId: "other" })).kind,
      "invalid",
    );

    assert.equal((await restoreItem(db, { by, id: "other" })).kind, "changed");
    assert.equal((await restoreItem(db, { by, id: "other" })).kind, "unchanged");
    assert.deepEqual(await retrievedIds(db), ["new", "other"]);

    assert.equal(
      (await supersedeItem(db, { by, id: "new", successorId: "other" })).kind,
      "changed",
    );
    assert.equal(
      (await supersedeItem(db, { by, id: "new", successorId: "other" })).kind,
      "unchanged",
    );
    assert.deepEqual(await statesOf(db), [
      "new superseded other",
      "old superseded new",
      "other active -",
    ]);
    assert.deepEqual(await retrievedIds(db), ["other"]);
    assert.deepEqual(await auditedActions(db), [
      "retire corpus-item other",
      "restore corpus-item other",
      "supersede corpus-item new",
    ]);
  },
);

eachEngine(
  "restoring an older version makes it current and supersedes the current one (§4.1)",
  async ({ db }) => {
    await storeVersions(db);
    const restored = await restoreItem(db, { by, id: "old" });
    assert.deepEqual(restored, {
      kind: "changed",
      title: "Title of old",
      before: "superseded",
      formerSuccessor: "new",
      replaced: "new",
    });
    assert.deepEqual(await statesOf(db), ["new superseded old", "old active -", "other active -"]);
    assert.deepEqual(await retrievedIds(db), ["old", "other"]);
    assert.deepEqual(await auditedActions(db), [
      "make-current corpus-item new",
      "make-current corpus-item old",
    ]);
    await restoreItem(db, { by, id: "new" });
    assert.deepEqual(await statesOf(db), ["new active -", "old superseded new", "other active -"]);
  },
);

eachEngine(
  "supersedeItem() and restoreItem() refuse unsuitable documents and write nothing",
  async ({ db }) => {
    await storeVersions(db);
    const before = await statesOf(db);
    const refusals: readonly [id: string, successorId: string, kind: string][] = [
      ["new", "new", "invalid"],
      ["new", "old", "invalid"],
      ["new", "no-such-item", "invalid"],
      ["old", "other", "invalid"],
      ["no-such-item", "other", "missing"],
    ];
    for (const [id, successorId, kind] of refusals) {
      const outcome = await supersedeItem(db, { by, id, successorId });
      assert.equal(outcome.kind, kind, `${id} by ${successorId}`);
    }
    assert.deepEqual(await restoreItem(db, { by, id: "no-such-item" }), { kind: "missing" });
    assert.deepEqual(await statesOf(db), before);
    assert.deepEqual(await auditedActions(db), []);
  },
);

eachEngine(
  "staff can change a document's title and systems, and its passages stay the same (§6.2)",
  async ({ db }) => {
    await storeVersions(db);
    const stored = await readRecord(db, itemEntity, "other");
    assert.deepEqual(stored?.record.systemIds, ["finch", "heron"]);
    const next = { ...stored.record, title: "Wombat", systemIds: ["gull", "heron"] };
    const change = { by, action: "update", id: "other", version: stored.version };
    assert.equal((await changeRecord(db, itemEntity, { ...change, next })).kind, "changed");
    const late = { ...change, next: { ...next, title: "Late" } };
    assert.equal((await changeRecord(db, itemEntity, late)).kind, "conflict");
    const item = await findItem(db, "other");
    assert.deepEqual(item?.passages, [
      {
        seq: 1,
        heading: null,
        text: "Other quokka words",
        words: 3,
        quoted: 0,
        lastQuotedAt: null,
      },
    ]);
    const [passage] = await retrieve(db, { text: "wombat", systemIds: ["gull"], limit: 5 });
    assert.equal(passage?.itemId, "other", "the title is searched");
  },
);

eachEngine(
  "findItem() returns the versions, the successor and the superseded documents",
  async ({ db }) => {
    await storeVersions(db);
    await supersedeItem(db, { by, id: "new", successorId: "other" });
    const ids = (items: readonly { readonly id: string }[] = []) => items.map(({ id }) => id);
    const item = await findItem(db, "new");
    assert.deepEqual(ids(item?.versions), ["new", "old"]);
    assert.equal(item?.successor?.id, "other");
    assert.deepEqual(ids(item?.supersedes), [], "an older version is not another document");
    assert.deepEqual(ids((await findItem(db, "other"))?.supersedes), ["new"]);
    assert.equal(await findItem(db, "no-such-item"), null);
  },
);

eachEngine(
  "findReplacements() lists first the documents about the same systems",
  async ({ db }) => {
    await storeVersions(db);
    await storeItem(db, "far", { systemIds: ["gull"] });
    await storeItem(db, "near", { systemIds: ["finch", "heron"] });
    const ids = async (text: string) =>
      (await findReplacements(db, { id: "other", text, limit: 10 })).map(({ id }) => id);
    assert.deepEqual(await ids(""), ["near", "new", "far"]);
    assert.deepEqual(await ids("of FAR"), ["far"]);
    assert.deepEqual(await ids("of other"), [], "never itself");
    assert.deepEqual(await ids("100%\u0000"), []);
  },
);
