/** Titles and alt texts of pictures: synced ones follow the CMS, and those of staff stay (spec §4.11). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type Database, migrate } from "@/lib/db/mod.ts";
import { setAltText } from "@/lib/media/mod.ts";
import { recordAudit } from "@/lib/records/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { image, project, refTo } from "@/tests/doubles/cms/graph.ts";
import {
  assertCounts,
  countWrites,
  servicesOf,
  storeMapped,
  syncEach,
} from "@/tests/helpers/cms.ts";
import { bareLocation, eachEngine, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";

const ADA = { staff: { email: "ada@example.com" }, requestId: null };

/** A picture in the CMS with its file. Its alt text is its name unless given. */
function pictureOf(name: string, alt: string | null = name) {
  const [picture, file] = image(name, { internalId: 300 });
  const described = refTo(file, { alt, title: "", width: 1_600, height: 900 });
  return [{ ...picture, relationships: { field_media_image: described } }, file];
}

eachEngine(
  "a synced text follows the CMS until staff write their own, which stays (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: pictureOf("Lobby") });
    const services = servicesOf(database, double);
    const texts = () =>
      db.selectFrom("media_assets").select(["id", "title", "alt_text"]).executeTakeFirstOrThrow();
    async function sync(counts: Parameters<typeof assertCounts>[1]) {
      const [report = assert.fail()] = await syncEach(services, { kinds: ["images"] });
      assertCounts(report, counts);
      const { title, alt_text } = await texts();
      return [title, alt_text];
    }
    const writeAlt = async (altText: string) => {
      const { id } = await texts();
      await setAltText(db, { by: ADA, ids: [id], altText, onlyMissing: false });
    };

    assert.deepEqual(await sync({ created: 1 }), ["Lobby", "Lobby"]);
    double.graph = pictureOf("Lobby at night");
    assert.deepEqual(await sync({ updated: 1 }), ["Lobby at night", "Lobby at night"]);
    const writes = await countWrites(db);
    assert.deepEqual(await sync({ unchanged: 1 }), ["Lobby at night", "Lobby at night"]);
    assert.deepEqual(await writes(), {});

    await writeAlt("A glass wall, folded away");
    double.graph = pictureOf("Lobby by day");
    assert.deepEqual(await sync({ updated: 1 }), ["Lobby by day", "A glass wall, folded away"]);

    // Staff who write the text of the CMS again have no text of their own any more.
    await writeAlt("Lobby by day");
    double.graph = pictureOf("Lobby by day", "A lobby with people");
    await sync({ updated: 1 });
    assert.equal((await texts()).alt_text, "A lobby with people");
    // A text that the CMS no longer has is kept.
    double.graph = pictureOf("Lobby by day", null);
    assert.deepEqual(await sync({ unchanged: 1 }), ["Lobby by day", "A lobby with people"]);
  },
);

eachEngine(
  "a text of over 500 characters is cut after a word, with a warning that names its row (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    // The CMS stores up to 512 characters of an alt text.
    const alt = `${"wall ".repeat(101)}at dusk`;
    const graph = [
      ...pictureOf("Lobby", alt),
      project("Pier", { internalId: 100, attributes: { field_architect: "A".repeat(501) } }),
    ];
    await using double = await startCms({ graph });
    const services = servicesOf(database, double);
    const [projects, images] = await syncEach(services, { kinds: ["projects", "images"] });
    const { alt_text } = await db.selectFrom("media_assets").select("alt_text")
      .executeTakeFirstOrThrow();
    assert.equal(alt_text, `${"wall ".repeat(99)}wall…`);
    assert.deepEqual(images?.warnings, [
      "Picture Lobby: its alt text is longer than 500 characters, so only its beginning was taken.",
    ]);
    const { architect } = await db.selectFrom("cms_projects").select("architect")
      .executeTakeFirstOrThrow();
    assert.equal(architect, `${"A".repeat(499)}…`);
    assert.match(projects?.warnings.join() ?? "", /^Project Pier: its field_architect is longer/);
    const [, again] = await syncEach(services, { kinds: ["projects", "images"] });
    assertCounts(again ?? assert.fail(), { unchanged: 1 });
  },
);

eachEngineUnopened(
  "texts stored before migration 0081 follow the CMS, unless staff have changed them (spec §4.11)",
  async (engine) => {
    await using database = await opened(bareLocation(engine));
    const { db } = database;
    const before = Object.entries(MIGRATIONS)
      .filter(([name]) => name < "0081_follow_texts_of_cms");
    await migrate(database, Object.fromEntries(before));
    await store(db, "untouched", "cms");
    await store(db, "tagged", "cms");
    await store(db, "described", "cms");
    await store(db, "uploaded", "manual");
    await store(db, "back", "cms");
    await edit(db, "tagged", { title: "tagged", altText: "tagged" });
    await edit(db, "described", { title: "described", altText: "of staff" });
    // Staff changed and deleted this one; the sync then created it again from the CMS.
    await edit(db, "back", { title: "of staff", altText: "back" });
    await edit(db, "back", null);
    await edit(db, "back", { title: "back", altText: "of staff since" });

    await migrate(database);
    const { rows } = await sql`
      select id, cms_title, cms_alt_text, updated_at > created_at as touched from media_assets
      order by id collate "C"`.execute(db);
    assert.deepEqual(rows, [
      { id: "back", cms_title: "back", cms_alt_text: null, touched: false },
      { id: "described", cms_title: "described", cms_alt_text: null, touched: false },
      { id: "tagged", cms_title: "tagged", cms_alt_text: "tagged", touched: false },
      { id: "untouched", cms_title: "untouched", cms_alt_text: "untouched", touched: false },
      { id: "uploaded", cms_title: null, cms_alt_text: null, touched: false },
    ]);
  },
);

async function store(db: Kysely<Database>, id: string, source: "cms" | "manual"): Promise<void> {
  await sql`
    insert into media_assets (id, filename, title, alt_text, type, source)
    values (${id}, 'a.jpg', ${id}, ${id}, 'image', ${source})`.execute(db);
}

/** Records that staff changed a picture, or deleted it if `after` is null. */
async function edit(
  db: Kysely<Database>,
  id: string,
  after: { readonly title: string; readonly altText: string } | null,
): Promise<void> {
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      ...{ actor: "ada@example.com", requestId: null },
      ...{ action: after ? "update" : "delete", entityType: "media", entityId: id },
      before: { title: id, altText: id },
      after,
    })
  );
}
