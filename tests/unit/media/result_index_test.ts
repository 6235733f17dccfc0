/** The in-memory index of the media library, refreshed after changes (spec §2.1, §2.12). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import { createMediaReader } from "@/lib/media/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, aSystem } from "@/tests/helpers/factories.ts";
import { storeAssets } from "@/tests/helpers/media.ts";
import { OPTIONS, someChanges, SYSTEMS } from "@/tests/helpers/media_changes.ts";
import { openIndex, PLAYER, told } from "@/tests/helpers/media_index.ts";

const CATALOG = aCatalog({
  systems: SYSTEMS.map((id) => aSystem(id)),
  factors: [aFactor("place", OPTIONS)],
});
const PICTURE = { remote_url: "https://a.example/b.jpg" };

async function prepare(database: DatabaseHandle): Promise<void> {
  await seedCatalog(database, CATALOG);
  await database.db.insertInto("shot_groups")
    .values(["scene-1", "scene-2"].map((id) => ({ id, name: "Scene" }))).execute();
}

/** Returns the content of an index that is loaded anew. */
async function loadedAnew(database: DatabaseHandle, maxBytes?: number): Promise<unknown> {
  await using index = await openIndex(database, { maxBytes, onTooLarge: () => {} });
  return told(index.current());
}

eachEngine(
  "an index refreshed after changes of any kind equals a newly loaded one (§2.12)",
  async (database) => {
    await prepare(database);
    await using held = await openIndex(database);
    await using unheld = await openIndex(database, { maxBytes: 0, onTooLarge: () => {} });
    await fc.assert(
      fc.asyncProperty(
        fc.array(someChanges, { minLength: 1, maxLength: 4 }),
        async (changes) => {
          for (const { apply } of changes) await apply(database.db);
          assert.deepEqual(told(await held.refresh()), await loadedAnew(database));
          const { links, meanings, version } = await unheld.refresh();
          assert.deepEqual(
            { links, meanings, version },
            (({ links, meanings, version }) => ({ links, meanings, version }))(held.current()),
          );
        },
      ),
      { numRuns: 30 },
    );
  },
);

eachEngine(
  "an index more than 1,000 versions behind reloads the whole library (§2.12)",
  async (database) => {
    const { db } = database;
    await storeAssets(db, [{ id: "a", ...PICTURE }, { id: "b", ...PICTURE }]);
    await using stale = await openIndex(database);
    await db.deleteFrom("media_assets").where("id", "=", "b").execute();
    await sql`
    do $$ begin
      for n in 1..1001 loop
        update media_assets set gallery_position = n;
        -- Increments the version now, as a commit does.
        set constraints all immediate;
        set constraints all deferred;
      end loop;
    end $$`.execute(db);
    const { moves } = await db.selectFrom("media_moves")
      .select((eb) => eb.fn.countAll<number>().as("moves")).executeTakeFirstOrThrow();
    assert.equal(moves, 1_000, "older versions are pruned");
    assert.deepEqual(told(await stale.refresh()), await loadedAnew(database));
    assert.deepEqual(stale.current().pictures?.items.map(({ id }) => id), ["a"]);
  },
);

/** Number of assets; more than one page of a load. */
const MANY = 1_300;

async function storeMany(db: Kysely<Database>): Promise<void> {
  await storeAssets(
    db,
    Array.from({ length: MANY }, (_, n) => ({
      id: `m${n}`,
      gallery_position: n % 7,
      alt_text: `${n}`,
      ...PICTURE,
    })),
  );
  await sql`
    insert into media_tags (asset_id, tag_type, tag_ref)
    select id, 'system', case when gallery_position < 3 then 'heron' else 'finch' end
    from media_assets`.execute(db);
}

eachEngine(
  "an index is of one version even when the library changes while it loads (§2.12)",
  async (database) => {
    const { db } = database;
    await prepare(database);
    await storeMany(db);
    const changeOne = async (n: number) => {
      const id = `m${(n * 97) % MANY}`;
      if (n % 3 === 0) {
        await db.deleteFrom("media_assets").where("id", "=", id).execute();
      } else {
        await db.updateTable("media_assets").set({ alt_text: `changed ${n}` })
          .where("id", "=", id).execute();
        await db.deleteFrom("media_tags").where("asset_id", "=", id).execute();
      }
      await storeAssets(db, [{ id: `a-new-${n}`, ...PICTURE }]);
    };
    // A load may end after one change, so loads are repeated until there were several changes of each kind.
    for (let changes = 0; changes < 6;) {
      const state = { loading: true };
      const opening = openIndex(database).finally(() => state.loading = false);
      while (state.loading) {
        await changeOne(changes++);
        // Yield to timers, because the embedded engine does not.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      await using opened = await opening;
      assert.deepEqual(told(await opened.refresh()), await loadedAnew(database));
    }

    await using index = await openIndex(database);
    // Many assets that change at once are read page by page as well.
    await db.updateTable("media_assets").set({ gallery_position: 1 }).execute();
    assert.deepEqual(told(await index.refresh()), await loadedAnew(database));
  },
);

eachEngine(
  "a library above the memory limit is read from the database, and is reloaded once it has shrunk (§8)",
  async (database) => {
    const { db } = database;
    await prepare(database);
    const maxBytes = 100_000;
    const reports: unknown[] = [];
    await using index = await openIndex(database, {
      maxBytes,
      onTooLarge: (size) => reports.push(size),
    });
    await using whole = await openIndex(database);
    const readerOf = (index: typeof whole) =>
      createMediaReader({
        db,
        playerUrl: PLAYER,
        index,
        onOutage(error) {
          throw error;
        },
        timeoutMs: 60_000,
      });
    await storeAssets(db, [{ id: "m1", ...PICTURE }]);
    await index.refresh();
    const [bounded, unbounded] = [readerOf(index), readerOf(whole)];
    const question = {
      lead: { id: "heron", name: "Heron" },
      answers: [{
        factorId: "place",
        factor: "Place",
        options: [{ id: "office", label: "Office" }],
      }],
    };
    assert.ok(!(bounded.current().forResult(question) instanceof Promise));

    await db.deleteFrom("media_assets").execute();
    await storeMany(db);
    await index.refresh();
    await whole.refresh();
    assert.equal(reports.length, 1);
    const answer = bounded.current().forResult(question);
    assert.ok(answer instanceof Promise, "the database answers");
    const expected = await unbounded.current().forResult(question);
    assert.equal(expected?.selection.length, 12);
    assert.deepEqual(await answer, expected);

    await db.deleteFrom("media_assets").where("id", "!=", "m1").execute();
    await index.refresh();
    assert.equal(index.current().pictures, null, "it is not retried at once");
    await sql`update media_version set version = version + 1000`.execute(db);
    assert.equal((await index.refresh()).pictures?.items.length, 1);
    assert.equal(reports.length, 1);
  },
);

eachEngine(
  "an index answers as before during a database outage, and does not change while it is in use",
  async (database) => {
    const { db } = database;
    await prepare(database);
    await storeMany(db);
    const source = { isOut: false };
    const faulty = new Proxy(db, {
      get(target, key) {
        if (source.isOut) throw new Error("gone");
        const value = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await using index = await openIndex({ ...database, db: faulty }, { onError: () => {} });
    const reader = createMediaReader({ db: faulty, playerUrl: PLAYER, index, onOutage: () => {} });
    const question = { lead: { id: "heron", name: "Heron" }, answers: [] };
    const before = reader.current();
    const answer = structuredClone(before.forResult(question));
    await db.deleteFrom("media_tags").execute();
    await db.updateTable("media_assets").set({ title: "Another" }).execute();

    source.isOut = true;
    await assert.rejects(reader.refresh(), /gone/);
    assert.equal(reader.current(), before);
    assert.deepEqual(await reader.current().forResult(question), answer);

    source.isOut = false;
    await reader.refresh();
    assert.ok(reader.current().version > before.version);
    assert.deepEqual((await reader.current().forResult(question))?.selection, []);
    assert.deepEqual(before.forResult(question), answer, "an index in use keeps its version");
  },
);

eachEngine(
  "the reason for a picture names the answer by its current label (§2.1)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, CATALOG);
    await storeAssets(db, [{ id: "wall", ...PICTURE }]);
    await db.insertInto("media_tags")
      .values({ asset_id: "wall", tag_type: "factor", tag_ref: "office" }).execute();
    await using index = await openIndex(database);
    const reader = createMediaReader({ db, playerUrl: PLAYER, index, onOutage: () => {} });
    const reasonFor = async (label: string) => {
      const answers = [{ factorId: "place", factor: "Place", options: [{ id: "office", label }] }];
      const lead = { id: "heron", name: "Heron" };
      return (await reader.current().forResult({ lead, answers }))?.illustrations.hero.why;
    };
    assert.equal(await reasonFor("An office"), "Shows what you answered: “An office”.");
    assert.equal(await reasonFor("A workplace"), "Shows what you answered: “A workplace”.");
  },
);
