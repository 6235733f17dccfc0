import assert from "node:assert/strict";
import { type Kysely, sql } from "kysely";
import { importCorpus, type ImportReport } from "@/lib/corpus/mod.ts";
import { type Database, openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { aDocument, manyDocuments } from "@/tests/helpers/corpus_files.ts";
import { anyEngine, type Db, eachEngine, migratedLocation } from "@/tests/helpers/db.ts";
import { TextLineStream } from "@/tests/helpers/lines.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const CHILD = new URL("../../helpers/corpus_child.ts", import.meta.url);
const CONFIG = new URL("../../../deno.json", import.meta.url);
const TEXT =
  "The panel is closed by a seal. It was measured in a laboratory, and reached its class.";

/** Imports files as trusted, so that they are parsed in this process. */
function importHere(
  db: Kysely<Database>,
  files: Parameters<typeof importCorpus>[1],
  over: Partial<Parameters<typeof importCorpus>[2]> = {},
): Promise<ImportReport> {
  return importCorpus(db, files, { now: NOW, trusted: true, ...over });
}

/** Reads every row, with the id of the transaction that wrote it. */
async function rows(db: Db) {
  return {
    items:
      (await sql`select *, xmin::text as writer from corpus_items order by id`.execute(db)).rows,
    systems: (await sql`select * from corpus_item_systems order by 1, 2`.execute(db)).rows,
    passages: (await sql`select item_id, seq, heading, text from corpus_passages order by 1, 2`
      .execute(db)).rows,
  };
}

/** Reads every row, without the columns that differ between two imports of the same files. */
async function content(db: Db) {
  const { items, ...rest } = await rows(db);
  const columns = ["id", "source_key", "state", "superseded_by", "content_hash", "fetched_at"];
  return {
    ...rest,
    items: items.map((item) => columns.map((column) => Reflect.get(Object(item), column))),
  };
}

async function states(db: Db): Promise<string[]> {
  const items = await db.selectFrom("corpus_items").select(["title", "state"]).orderBy("created_at")
    .orderBy("title").execute();
  return items.map(({ title, state }) => `${title}: ${state}`).sort();
}

async function audited(db: Db): Promise<{ stored: string[]; superseded: { id: string }[] }[]> {
  const entries = await db.selectFrom("audit_log").select(["actor", "action", "after"])
    .where("entity_type", "=", "corpus").orderBy("seq").execute();
  return entries.map(({ after }) => ({ stored: [], superseded: [], ...Object(after) }));
}

eachEngine(
  "importCorpus() stores a document's metadata, systems and passages (§6)",
  async ({ db }) => {
    const report = await importHere(db, [
      aDocument("walls/a.md", `# A wall\n\n${TEXT}`, {
        type: "pdp",
        systems: "[b-wall, a-wall]",
        url: "https://example.com/walls/a?x=1#top",
        fetched_at: "2026-03-04T05:06:07Z",
      }),
    ]);
    assert.deepEqual({ ...report, items: [] }, {
      created: 1,
      superseded: 0,
      older: 0,
      unchanged: 0,
      skipped: [],
      warnings: [{
        path: "walls/a.md",
        warning: "is about systems that the catalog does not have: a-wall, b-wall",
      }],
      passages: 1,
      items: [],
    });
    const item = await db.selectFrom("corpus_items").selectAll().executeTakeFirstOrThrow();
    assert.match(item.id, /^example-com-walls-a-x-1-[0-9a-f]{8}$/);
    assert.equal(item.id.slice(-8), item.content_hash.slice(0, 8));
    assert.equal(item.version, item.content_hash.slice(0, 12));
    assert.deepEqual(
      [item.title, item.content_type, item.source_kind, item.source_url, item.pdp_path, item.state],
      ["A wall", "pdp", "url", "https://example.com/walls/a?x=1", "/walls/a", "active"],
    );
    assert.deepEqual(item.fetched_at, new Date("2026-03-04T05:06:07Z"));
    const { systems, passages } = await rows(db);
    assert.deepEqual(systems, [
      { item_id: item.id, system_id: "a-wall" },
      { item_id: item.id, system_id: "b-wall" },
    ]);
    assert.deepEqual(passages, [{ item_id: item.id, seq: 1, heading: null, text: TEXT }]);
  },
);

eachEngine("importCorpus() writes nothing for unchanged files (§6)", async ({ db }) => {
  const files = manyDocuments(30);
  await importHere(db, files);
  const before = await rows(db);
  const log = await audited(db);
  for (const now of [NOW, new Date("2027-01-01T00:00:00Z")]) {
    const written: string[] = [];
    const watched = db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind !== "SelectQueryNode" && node.kind !== "RawNode") written.push(node.kind);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const report = await importHere(watched, files, { now });
    assert.deepEqual([report.created, report.superseded, report.unchanged], [0, 0, 30]);
    assert.deepEqual(written, []);
  }
  assert.deepEqual(await rows(db), before);
  assert.deepEqual(await audited(db), log);
});

eachEngine(
  "importCorpus() supersedes a changed document and rewrites no other (§6)",
  async ({ db }) => {
    await importHere(db, manyDocuments(3));
    const before = await rows(db);
    const [changed] = manyDocuments(1, { version: 2 });
    assert.ok(changed);
    const report = await importHere(db, [changed, ...manyDocuments(3).slice(1)]);
    assert.deepEqual([report.created, report.superseded, report.unchanged], [0, 1, 2]);
    assert.deepEqual(await states(db), [
      "Document 0: active",
      "Document 0: superseded",
      "Document 1: active",
      "Document 2: active",
    ]);
    const after = await rows(db);
    assert.deepEqual(
      after.items.filter((item) => before.items.some((old) => isSame(old, item))).length,
      2,
    );
    const [entry] = (await audited(db)).slice(-1);
    assert.equal(entry?.stored.length, 1);
    assert.equal(entry?.superseded.length, 1);
  },
);

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

eachEngine(
  "importCorpus() keeps a retired document retired, even when it changes (§6)",
  async ({ db }) => {
    await importHere(db, [aDocument("a.md", TEXT, { title: "A" })]);
    await db.updateTable("corpus_items").set({ state: "retired" }).execute();
    await importHere(db, [aDocument("a.md", TEXT, { title: "A" })]);
    assert.deepEqual(await states(db), ["A: retired"]);
    await importHere(db, [aDocument("a.md", `${TEXT} It is new.`, { title: "A" })]);
    assert.deepEqual(await states(db), ["A: retired", "A: superseded"]);
  },
);

eachEngine(
  "importCorpus() makes a superseded version current when its text returns (§6)",
  async ({ db }) => {
    const versions = ["One version.", "Another version.", "One version."];
    for (const [day, text] of versions.entries()) {
      await importHere(db, [aDocument("a.md", text, { title: "A" })], {
        now: new Date(NOW.getTime() + day),
      });
    }
    const items = await db.selectFrom("corpus_items").innerJoin(
      "corpus_passages",
      "item_id",
      "id",
    ).select(["text", "state"]).orderBy("state").execute();
    assert.deepEqual(items, [
      { text: "One version.", state: "active" },
      { text: "Another version.", state: "superseded" },
    ]);
  },
);

eachEngine(
  "importCorpus() skips the second of two files with the same source (§6)",
  async ({ db }) => {
    const url = "https://example.com/a";
    const files = [
      aDocument("a.md", "One text.", { url }),
      aDocument("b.md", "Another text.", { url }),
    ];
    for (const _ of [1, 2]) {
      const report = await importHere(db, files);
      assert.deepEqual(report.skipped, [{ path: "b.md", reason: 'has the same source as "a.md"' }]);
    }
    assert.equal((await rows(db)).items.length, 1);
  },
);

eachEngine(
  "importCorpus() orders the versions of a document by the time of capture (§6)",
  async ({ db }) => {
    const key = "wall";
    const files = [
      aDocument("new.md", "New.", { title: "New", source_key: key, fetched_at: "2026-05-01" }),
      aDocument("old.md", "Old.", { title: "Old", source_key: key, fetched_at: "2025-05-01" }),
    ];
    await importHere(db, files);
    assert.deepEqual(await states(db), ["New: active", "Old: superseded"]);
    const before = await rows(db);
    const report = await importHere(db, files.toReversed());
    assert.equal(report.unchanged, 2);
    assert.deepEqual(await rows(db), before);
  },
);

eachEngine(
  "importCorpus() reports the changes in a dry run without making them (§6)",
  async ({ db }) => {
    await importHere(db, manyDocuments(2));
    const before = await rows(db);
    const report = await importHere(db, manyDocuments(3, { version: 2 }), { dryRun: true });
    assert.deepEqual([report.created, report.superseded, report.passages], [1, 2, 3]);
    assert.deepEqual(await rows(db), before);
  },
);

eachEngine("importCorpus() writes within the caller's transaction (§6)", async ({ db }) => {
  await assert.rejects(
    db.transaction().execute(async (trx) => {
      assert.equal((await importHere(trx, manyDocuments(2))).created, 2);
      throw new Error("not this time");
    }),
    /not this time/,
  );
  assert.deepEqual(await states(db), []);
});

eachEngine("importCorpus() stops between files when it is aborted (§6)", async ({ db }) => {
  const abort = new AbortController();
  const importing = importHere(db, manyDocuments(5), {
    signal: abort.signal,
    onProgress: ({ files }) => files === 2 && abort.abort(new Error("enough")),
  });
  await assert.rejects(importing, /enough/);
});

eachEngine(
  "importCorpus() stores a file once when several imports run at the same time (§6)",
  async ({ db }, location) => {
    await using other = location.url === null ? null : await openDatabase(location);
    for (const version of [1, 2]) {
      const files = manyDocuments(20, { version });
      const reports = await Promise.all(
        [db, other?.db ?? db, db, other?.db ?? db].map((each) => importHere(each, files)),
      );
      const fresh = reports.map(({ created, superseded }) => created + superseded);
      assert.deepEqual(fresh.sort(), [0, 0, 0, 20]);
    }
    const current = (await states(db)).filter((state) => state.endsWith("active"));
    assert.equal(current.length, 20);
  },
);

anyEngine(
  "an import that was killed can be repeated, and every stored document is audited once (§6)",
  async (engine) => {
    const count = 450;
    await using whole = await migratedLocation(engine);
    await using location = await migratedLocation(engine);
    await killAt(location, { count, after: 260 });
    await using half = await openDatabase(location);
    assert.equal((await rows(half.db)).items.length, 200, "one batch was stored, the next was not");
    await importHere(half.db, manyDocuments(count));
    const audits = (await audited(half.db)).flatMap(({ stored }) => stored);
    await using reference = await openDatabase(whole);
    await importHere(reference.db, manyDocuments(count));
    const expected = await content(reference.db);
    assert.deepEqual(await content(half.db), expected);
    assert.deepEqual(audits.sort(), expected.items.map(([id]) => id).sort());
  },
);

async function killAt(
  { url, dataDir }: OpenOptions,
  { count, after }: { count: number; after: number },
): Promise<void> {
  const request = JSON.stringify({ location: { url, dataDir }, count, after, now: NOW });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", CONFIG.pathname, CHILD.pathname, request],
    stdout: "piped",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const line of lines) if (Number(line) === after) child.kill("SIGKILL");
  assert.equal((await child.status).signal, "SIGKILL");
}
