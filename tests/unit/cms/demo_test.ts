/** The demo's mappings, and a sync with its CMS (spec §2.4, §4.11). */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { startCms } from "@/tests/doubles/cms.ts";
import { demoCms } from "@/tests/doubles/cms/demo.ts";
import { assertCounts, servicesOf, syncEach } from "@/tests/helpers/cms.ts";
import { demoLocation, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";

eachEngineUnopened(
  "the demo maps its systems and attributes one to one, and syncs its CMS without errors (spec §2.4, §4.11)",
  async (engine) => {
    await using database = await opened(demoLocation(engine));
    const { db } = database;
    const systems = await db.selectFrom("cms_system_mappings as mapping")
      .innerJoin("systems as system", "system.id", "mapping.system_id")
      .select(["mapping.cms_term_name", "system.name"]).execute();
    assert.equal(systems.length, 23);
    for (const { cms_term_name, name } of systems) assert.equal(cms_term_name, name);
    const attributes = await db.selectFrom("cms_attribute_mappings").selectAll().execute();
    assert.equal(attributes.length, 8);
    for (
      const [table, column] of [
        ["cms_system_mappings", "cms_term_name"],
        ["cms_attribute_mappings", "cms_field"],
      ] as const
    ) {
      const taken = sql`update ${sql.table(table)} set ${sql.ref(column)} = (
        select ${sql.ref(column)} from ${sql.table(table)} order by 1 limit 1)`;
      await assert.rejects(taken.execute(db), { code: "23505" });
    }

    const { graph, file } = await demoCms();
    await using double = await startCms({ graph, file });
    const services = servicesOf(database, double);
    for (const { kind, complete, applied, errors } of await syncEach(services)) {
      assert.deepEqual(
        { complete, applied, errors },
        { complete: true, applied: true, errors: [] },
        kind,
      );
    }
    for (const { kind, counts } of await syncEach(services)) {
      const { heldBack, skipped, unchanged } = counts;
      assert.ok(unchanged + heldBack > 0, kind);
      assertCounts({ counts } as Parameters<typeof assertCounts>[0], {
        heldBack,
        skipped,
        unchanged,
      });
    }
    assert.ok(
      double.journal.every(({ path }) => path.startsWith("/jsonapi/")),
      "originals are fetched later",
    );
  },
);
