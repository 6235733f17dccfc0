import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import type { Kind } from "@/lib/cms/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { IMAGE, PROJECT } from "@/tests/doubles/cms/graph.ts";
import {
  assertCounts,
  servicesOf,
  smallGraph,
  storeMapped,
  syncEach,
} from "@/tests/helpers/cms.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const KINDS = ["projects", "images"] as const;

/** Backdates all known pages. Returns a function that counts the pages of a kind that were read since. */
async function markPages(db: Kysely<Database>): Promise<(kind: Kind) => Promise<number>> {
  await sql`update sync_pages set read_at = now() - interval '1 hour'`.execute(db);
  return async (kind) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from sync_pages
      where kind = ${kind} and read_at > now() - interval '30 minutes'`.execute(db);
    return rows[0]?.count ?? 0;
  };
}

eachEngine(
  "an unchanged page is not parsed again, unless its stored rows have changed (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph(), collectionSize: 5, viewSize: 5 });
    const services = servicesOf(database, double);
    await syncEach(services);
    const sync = async () => {
      const readAnew = await markPages(db);
      const [projects, images] = await syncEach(services, { kinds: KINDS });
      assert.ok(projects && images);
      assert.deepEqual([...projects.errors, ...images.errors], []);
      const pages = [await readAnew("projects"), await readAnew("images")];
      return { projects, images, pages };
    };

    const same = await sync();
    assert.deepEqual(same.pages, [0, 0]);
    assertCounts(same.projects, { unchanged: 12 });
    assertCounts(same.images, { unchanged: 11 });

    // Staff write their own title; then the CMS changes other fields.
    await db.updateTable("media_assets").set({ title: "By hand" }).where("title", "=", "Picture 7")
      .execute();
    const byHand = await sync();
    assert.deepEqual(byHand.pages, [0, 1]);
    assertCounts(byHand.images, { unchanged: 11 });
    const change = (type: string, name: string, fields: Record<string, unknown>) => {
      double.graph = double.graph.map((entity) =>
        entity.type === type && entity.attributes.name === name
          ? { ...entity, attributes: { ...entity.attributes, ...fields } }
          : entity
      );
    };
    change(PROJECT, "Project 3", { field_city: "Ely" });
    change(IMAGE, "Picture 10", { field_wistia_id: "klmnopqrst" });
    const changed = await sync();
    assert.deepEqual(changed.pages, [1, 1]);
    assertCounts(changed.projects, { updated: 1, unchanged: 11 });
    assertCounts(changed.images, { updated: 1, unchanged: 10 });

    // A deleted tag, an overwritten column and a deleted product link are restored.
    await sql`
      delete from media_tags where tag_type = 'project' and asset_id in
        (select id from media_assets where title = 'Picture 2')`.execute(db);
    await db.updateTable("cms_projects").set({ city: "Elsewhere" }).where("name", "=", "Project 11")
      .execute();
    await sql`
      delete from cms_project_products where project_uuid in
        (select uuid from cms_projects where name = 'Project 0')`.execute(db);
    const undone = await sync();
    assert.deepEqual(undone.pages, [2, 1]);
    assertCounts(undone.projects, { updated: 2, unchanged: 10 });
    assertCounts(undone.images, { updated: 1, unchanged: 10 });
    assert.deepEqual((await sync()).pages, [0, 0]);

    // A picture that staff took over is held back in every run.
    await db.updateTable("media_assets").set({ source: "manual" }).where("title", "=", "Picture 5")
      .execute();
    assertCounts((await sync()).images, { heldBack: 1, unchanged: 10 });
    assertCounts((await sync()).images, { heldBack: 1, unchanged: 10 });
  },
);

eachEngine(
  "a page is parsed again when a mapping changes, after a week, or when a row was on another page (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    const graph = smallGraph();
    await using double = await startCms({ graph, collectionSize: 5, viewSize: 5 });
    const services = servicesOf(database, double);
    await syncEach(services);
    await db.updateTable("cms_system_mappings").set({ cms_term_uuid: null })
      .where("system_id", "=", "heron").execute();
    const afterMapping = await markPages(db);
    await syncEach(services, { kinds: KINDS });
    assert.deepEqual([await afterMapping("projects"), await afterMapping("images")], [0, 3]);

    await sql`update sync_pages set read_at = now() - interval '8 days'`.execute(db);
    await syncEach(services, { kinds: KINDS });
    const { rows } = await sql<{ old: number }>`
      select count(*)::integer as old from sync_pages
      where read_at < now() - interval '1 day'`.execute(db);
    assert.deepEqual(rows, [{ old: 0 }]);

    // The last project also replaces the first one; the last page is unchanged.
    const projects = graph.filter(({ type }) => type === PROJECT);
    const [first, last] = [projects[0], projects.at(-1)];
    assert.ok(first && last);
    double.graph = graph.map((entity) => entity === first ? last : entity);
    const [report] = await syncEach(services, { kinds: ["projects"] });
    assert.ok(report);
    assert.deepEqual(report.errors, []);
    assertCounts(report, { unchanged: 11 });
  },
);

eachEngine(
  "pages at places that a list no longer has are deleted (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    const graph = smallGraph();
    await using double = await startCms({ graph, collectionSize: 2 });
    const services = servicesOf(database, double);
    await syncEach(services);
    const places = async () =>
      (await db.selectFrom("sync_pages").select("place").where("kind", "=", "images")
        .orderBy("place").execute()).map(({ place }) => place);
    assert.deepEqual(await places(), [0, 301, 303, 305, 307, 309]);
    double.graph = graph.filter(({ type, internalId }) =>
      type !== IMAGE || (internalId !== 300 && internalId < 307)
    );
    await syncEach(services, { kinds: ["images"] });
    assert.deepEqual(await places(), [0, 302, 304]);
  },
);
