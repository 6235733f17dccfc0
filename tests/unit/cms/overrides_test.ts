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
import { saveValue, valuesOfSystem } from "@/lib/catalog/mod.ts";
import { findAuditEntries, versionOf } from "@/lib/records/mod.ts";
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
    const cmsSays = (raw: string) =>
      db.updateTable("attribute_values").set({ cms_raw: JSON.stringify(raw) })
        .where("system_id", "=", "finch").where("attribute_id", "=", "stc").execute();
    const keep = async (raw: string, requestId: string) => {
      await cmsSays(raw);
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
    await cmsSays("50");
    const undecided = await counted();
    assert.ok(undecided > 0);
    await keep("35–45", "first");
    await cmsSays("50");
    assert.equal(await counted(), undecided, "a value that the CMS changes is undecided again");
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

    await keep("50", "third");
    const seen = (await listOverrides(db)).filter(({ attributeId }) => attributeId === "stc");
    const by = { staff: { email: "ben@example.com" }, requestId: "fourth" };
    await decideOverrides(db, { by, decision: "keep", seen });
    assert.deepEqual(await undo("third"), { done: 0, left: 1 }, "somebody else has decided since");
  },
);

anyEngine(
  "a value is taken, and given back, only while it is what was shown (§2.3)",
  async (engine) => {
    await using database = await opened(migratedLocation(engine));
    const { db } = database;
    await storeMapped(database);
    const by = { ...BY, requestId: "taking" };
    const set = (change: Record<string, unknown>) =>
      db.updateTable("attribute_values").set(change)
        .where("system_id", "=", "finch").where("attribute_id", "=", "stc").execute();
    const shown = async () =>
      (await listOverrides(db)).filter(({ attributeId }) => attributeId === "stc");
    const undo = () => undoDecisions(db, { by: BY, requestId: "taking" });
    await set({ cms_raw: JSON.stringify("50") });
    const seen = await shown();
    await set({ cms_raw: JSON.stringify("60") });
    const taking = { by, decision: "take", seen } as const;
    assert.deepEqual(await decideOverrides(db, taking), { done: 0, left: 1 });
    await set({ cms_raw: JSON.stringify("50") });
    assert.deepEqual(await decideOverrides(db, taking), { done: 1, left: 0 });
    await set({ source: "manual" });
    assert.deepEqual(await undo(), { done: 0, left: 1 }, "staff have set the same value since");
    const value = { type: "range", min: 60, max: 60, label: null };
    await set({ source: "cms", value: JSON.stringify(value) });
    assert.deepEqual(await undo(), { done: 0, left: 1 }, "a sync has changed the value since");
  },
);

anyEngine("an override names who entered it, not who decided to keep it (§2.3)", async (engine) => {
  await using database = await opened(migratedLocation(engine));
  const { db } = database;
  await storeMapped(database);
  const place = { systemId: "finch", attributeId: "stc" };
  const shown = async () => {
    const overrides = await listOverrides(db);
    return overrides.find(({ attributeId }) => attributeId === "stc") ?? assert.fail();
  };
  await db.updateTable("attribute_values").set({ cms_raw: JSON.stringify("50") })
    .where("system_id", "=", "finch").where("attribute_id", "=", "stc").execute();
  for (const [min, email] of [[20, "ben@example.com"], [25, "cy@example.com"]] as const) {
    const by = { staff: { email }, requestId: null };
    const version = versionOf((await valuesOfSystem(db, "finch")).get("stc") ?? {});
    const value = { type: "range", min, max: 40, label: null } as const;
    assert.equal((await saveValue(db, { ...place, by, version, value })).kind, "changed");
    await decideOverrides(db, { by: BY, decision: "keep", seen: [await shown()] });
    const { setBy, keptBy } = await shown();
    assert.deepEqual([setBy, keptBy], [email, "ada@example.com"]);
  }
});

anyEngine(
  "values of a retired attribute or system are no overrides to decide (§2.3)",
  async (engine) => {
    await using database = await opened(migratedLocation(engine));
    const { db } = database;
    await storeMapped(database);
    await db.updateTable("attribute_values").set({ cms_raw: JSON.stringify("50") })
      .where("system_id", "=", "finch").where("attribute_id", "in", ["stc", "weight"]).execute();
    await db.updateTable("attributes").set({ retired_at: new Date() }).where("id", "=", "stc")
      .execute();
    const listed = (await listOverrides(db)).map(({ attributeId }) => attributeId);
    assert.deepEqual(listed, ["weight"], "the page of a value of a retired attribute is a 404");
    assert.deepEqual((await openOverrides(db)).map(({ systemId }) => systemId), ["finch"]);
    await db.updateTable("systems").set({ retired_at: new Date() }).where("id", "=", "finch")
      .execute();
    assert.deepEqual(await openOverrides(db), [], "a retired system needs no decision");
  },
);
