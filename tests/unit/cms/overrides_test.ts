/** Decisions on values of staff that differ from the CMS (spec §2.3). */
import type { KyselyPlugin } from "kysely";
import assert from "node:assert/strict";
import {
  decideOverrides,
  isOverride,
  listOverrides,
  openOverrides,
  type OverrideDecision,
  undoDecisions,
} from "@/lib/cms/mod.ts";
import { findAuditEntries } from "@/lib/records/mod.ts";
import { storeMapped } from "@/tests/helpers/cms.ts";
import {
  anyEngine,
  eachEngine,
  migratedLocation,
  onServerOnly,
  opened,
} from "@/tests/helpers/db.ts";

const BY = { staff: { email: "ada@example.com" }, requestId: null };

Deno.test("isOverride() is true only while the CMS says something else (§2.3)", () => {
  const typing = { valueType: "range", unit: "STC" } as const;
  const value = { type: "range", min: 30, max: 40, label: null } as const;
  const is = (cmsRaw: unknown, source: "manual" | "cms" = "manual") =>
    isOverride({ source, value, cmsRaw }, typing);
  assert.deepEqual([is("30–40"), is("30 to 40 STC")], [false, false], "both say the same");
  assert.deepEqual([is("31–40"), is("rather loud")], [true, true]);
  assert.deepEqual([is(null), is("31–40", "cms")], [false, false]);
});

/** Runs `run` once, after the first query and before its result is returned. */
function afterFirst(run: () => Promise<unknown>): KyselyPlugin {
  let isDone = false;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone) {
        isDone = true;
        await run();
      }
      return result;
    },
  };
}

onServerOnly("a value that the CMS changes during a decision stays undecided (§2.3)", async () => {
  await using database = await opened(migratedLocation("server"));
  const { db } = database;
  await storeMapped(database);
  const cell = db.updateTable("attribute_values")
    .where("system_id", "=", "finch").where("attribute_id", "=", "stc");
  const says = (raw: string) => cell.set({ cms_raw: JSON.stringify(raw) }).execute();
  for (const decision of ["keep", "take"] satisfies OverrideDecision[]) {
    await says("35–45");
    const seen = (await listOverrides(db)).filter(({ attributeId }) => attributeId === "stc");
    const moving = db.withPlugin(afterFirst(() => says("50")));
    assert.deepEqual(await decideOverrides(moving, { by: BY, decision, seen }), {
      done: 0,
      left: 1,
    });
    assert.deepEqual(await db.selectFrom("cms_kept_overrides").selectAll().execute(), []);
    assert.deepEqual(await db.selectFrom("audit_log").select("action").execute(), []);
  }
  const seen = (await listOverrides(db)).filter(({ attributeId }) => attributeId === "stc");
  assert.deepEqual(await decideOverrides(db, { by: BY, decision: "keep", seen }), {
    done: 1,
    left: 0,
  });
  const [kept] = await db.selectFrom("cms_kept_overrides").selectAll().execute();
  assert.deepEqual([kept?.cms_raw, kept?.kept_by], ["50", "ada@example.com"]);
});

eachEngine(
  "undoDecisions() undoes the decisions of one request, and no later ones (§2.3)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    const author = (requestId: string) => ({ ...BY, requestId });
    const keep = async (raw: string, requestId: string) => {
      await db.updateTable("attribute_values").set({ cms_raw: JSON.stringify(raw) })
        .where("system_id", "=", "finch").where("attribute_id", "=", "stc").execute();
      const seen = (await listOverrides(db)).filter(({ attributeId }) => attributeId === "stc");
      await decideOverrides(db, { by: author(requestId), decision: "keep", seen });
    };
    const undo = (requestId: string) => undoDecisions(db, { by: author("undo"), requestId });
    const counted = async () => {
      const open = (await listOverrides(db)).filter(({ keptBy }) => keptBy === null);
      const count = (await openOverrides(db)).reduce((sum, each) => sum + each.count, 0);
      assert.equal(count, open.length, "the overview counts what the list shows as undecided");
      return count;
    };
    await db.updateTable("attribute_values").set({ cms_raw: JSON.stringify("50") })
      .where("system_id", "=", "finch").where("attribute_id", "=", "stc").execute();
    const undecided = await counted();
    assert.ok(undecided > 0);
    await keep("35–45", "first");
    await keep("50", "second");
    assert.equal(await counted(), undecided - 1);
    assert.deepEqual(await undo("first"), { done: 0, left: 1 });
    const kept = await db.selectFrom("cms_kept_overrides").select("cms_raw").execute();
    assert.deepEqual(kept.map(({ cms_raw }) => cms_raw), ["50"]);
    assert.deepEqual(await undo("second"), { done: 1, left: 0 });
    assert.deepEqual(await db.selectFrom("cms_kept_overrides").selectAll().execute(), []);
    const { entries: [entry] } = await findAuditEntries(db, {}, { limit: 1 });
    assert.deepEqual(
      [entry?.action, entry?.after, entry?.gone],
      ["unkeep-override", { kept: null }, false],
      "the value still exists, so its latest entry must not read as a deletion (§6.2)",
    );
  },
);

anyEngine("the value of a retired attribute is no override to decide (§2.3)", async (engine) => {
  await using database = await opened(migratedLocation(engine));
  const { db } = database;
  await storeMapped(database);
  await db.updateTable("attribute_values").set({ cms_raw: JSON.stringify("50") })
    .where("system_id", "=", "finch").where("attribute_id", "in", ["stc", "weight"]).execute();
  await db.updateTable("attributes").set({ retired_at: new Date() }).where("id", "=", "stc")
    .execute();
  const listed = (await listOverrides(db)).map(({ attributeId }) => attributeId);
  assert.deepEqual(listed, ["weight"], "the page of a value of a retired attribute is a 404");
});
