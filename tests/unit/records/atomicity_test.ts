/** The database never holds a change without its audit entry, or the reverse (§6.2). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { changeRecord, verifyAuditChain } from "@/lib/records/mod.ts";
import { type BudgetTier, tierEntity } from "@/lib/catalog/mod.ts";
import { type Database, type DatabaseHandle, openDatabase } from "@/lib/db/mod.ts";
import { eachEngine, migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";
import { killIfRunning } from "@/tests/helpers/process.ts";

/** How many edits are tried, and how many processes are killed while they edit. The full proof sets 1,000 and 5. */
const EDITS = Number(Deno.env.get("EDITS") ?? 200);
const LIVES = Number(Deno.env.get("EDIT_KILLS") ?? 2);
const CHILD = new URL("../../helpers/change_child.ts", import.meta.url);
const CONFIG = new URL("../../../deno.json", import.meta.url);

const TIER: BudgetTier = { id: "tier-1", label: "One", description: "", ordinal: 1 };
const OTHER: BudgetTier = { id: "tier-2", label: "Two", description: "", ordinal: 2 };

/** The troubles of an edit, each with the outcome that the edit must have. */
const TROUBLES = {
  nothing: "changed",
  /** It violates a constraint that the entity explains. */
  "a field": "invalid",
  /** It violates a constraint that the entity does not explain. */
  "a constraint": "failed",
  /** The change is written, but its audit entry is refused. */
  "its audit": "failed",
  /** Both are written, but the commit is refused. */
  "its commit": "failed",
} as const;
type Trouble = keyof typeof TROUBLES;

const REFUSED = "refused at the commit";

async function prepare({ db }: DatabaseHandle): Promise<void> {
  await db.insertInto("budget_tiers").values([TIER, OTHER]).execute();
  await sql`
    create function refuse_at_commit() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$`.execute(db);
  await sql`
    create constraint trigger refuse_at_commit after update on budget_tiers
    deferrable initially deferred for each row when (new.description = ${sql.lit(REFUSED)})
    execute function refuse_at_commit()`.execute(db);
}

/** Edits the tier to a state that it never had before, and returns the outcome. */
async function edit(db: Kysely<Database>, round: number, trouble: Trouble): Promise<string> {
  const changed: BudgetTier = { ...TIER, description: `round ${round}` };
  const nexts: Partial<Record<Trouble, BudgetTier>> = {
    "a field": { ...changed, ordinal: OTHER.ordinal },
    "a constraint": { ...changed, ordinal: 0 },
    "its commit": { ...changed, description: REFUSED },
  };
  try {
    const { kind } = await changeRecord(db, tierEntity, {
      by: { staff: { email: trouble === "its audit" ? "" : "ada@example.com" }, requestId: null },
      action: "update",
      id: TIER.id,
      next: nexts[trouble] ?? changed,
    });
    return kind;
  } catch {
    return "failed";
  }
}

/** Asserts that the record equals the newest entry's `after`. One statement reads both in the same snapshot. */
async function assertTogether(db: Kysely<Database>, context: string): Promise<void> {
  const row = await db.selectFrom("budget_tiers")
    .select(["id", "label", "description", "ordinal"])
    .select(({ selectFrom }) =>
      selectFrom("audit_log").select("after").orderBy("seq", "desc").limit(1).as("newest")
    )
    .where("id", "=", TIER.id).executeTakeFirstOrThrow();
  const { newest, ...record } = row;
  assert.deepEqual(newest ?? TIER, record, context);
}

/**
 * Asserts that each entry's `before` is the previous entry's `after`, so no change lacks an entry. Returns the number
 * of entries.
 */
async function assertUnbroken(db: Kysely<Database>, context: string): Promise<number> {
  const entries = await db.selectFrom("audit_log").select(["before", "after"]).orderBy("seq")
    .execute();
  for (const [index, { before }] of entries.entries()) {
    assert.deepEqual(before, entries[index - 1]?.after ?? TIER, `${context}, entry ${index + 1}`);
  }
  const { fault } = await verifyAuditChain(db);
  assert.equal(fault, null, context);
  return entries.length;
}

/** Returns a seeded generator of random integers from 0 to below its argument. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

function troubleOf(chance: (below: number) => number): Trouble {
  const kinds: readonly Trouble[] = [
    "nothing",
    "a field",
    "a constraint",
    "its audit",
    "its commit",
  ];
  return kinds[chance(kinds.length)] ?? "nothing";
}

eachEngine(
  "an edit and its audit entry are both written or neither, whatever the database refuses (§6.2)",
  async (database) => {
    const seed = Date.now() % 1_000_000;
    const chance = chanceOf(seed);
    await prepare(database);
    let expected = 0;
    for (let round = 1; round <= EDITS / 2; round++) {
      const trouble = troubleOf(chance);
      const context = `seed ${seed}, round ${round}, trouble with ${trouble}`;
      assert.equal(await edit(database.db, round, trouble), TROUBLES[trouble], context);
      if (TROUBLES[trouble] === "changed") expected++;
      await assertTogether(database.db, context);
    }
    assert.equal(await assertUnbroken(database.db, `seed ${seed}`), expected);
  },
);

onServerOnly(
  `${EDITS} edits, some refused and some with their connection cut, leave both or neither (§6.2)`,
  async () => {
    const seed = Date.now() % 1_000_000;
    const chance = chanceOf(seed);
    await using location = await migratedLocation("server");
    await using writer = await openDatabase(location);
    await using killer = await openDatabase(location);
    await prepare(writer);
    const ended = { cut: 0, survived: 0, refused: 0 };
    for (let round = 1; round <= EDITS; round++) {
      const context = `seed ${seed}, round ${round}`;
      if (chance(4) === 0) {
        const trouble = troubleOf(chance);
        assert.equal(await edit(writer.db, round, trouble), TROUBLES[trouble], context);
        ended.refused++;
      } else {
        const editing = edit(writer.db, round, "nothing");
        for (let queries = chance(40); queries > 0; queries--) await sql`select`.execute(killer.db);
        await cutConnections(killer.db);
        ended[await editing === "changed" ? "survived" : "cut"]++;
        // The pool notices a dead connection only when it is used, and the next edit should start on a live one.
        while (!await answers(writer.db));
      }
      await assertTogether(killer.db, context);
    }
    await assertUnbroken(killer.db, `seed ${seed}`);
    assert.ok(
      // Low bounds, because on a busy machine most edits end before they can be cut.
      ended.cut >= EDITS / 50 && ended.survived >= EDITS / 100,
      `seed ${seed}: ${JSON.stringify(ended)}`,
    );
  },
);

function answers(db: Kysely<Database>): Promise<boolean> {
  return sql`select`.execute(db).then(() => true, () => false);
}

/** Terminates every connection to the database except this one. */
async function cutConnections(db: Kysely<Database>): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}

Deno.test("a process killed while it edits leaves both or neither (§6.2) [embedded]", async () => {
  await using location = await migratedLocation("embedded");
  {
    await using database = await openDatabase(location);
    await prepare(database);
  }
  let acknowledged = 0;
  for (let life = 1; life <= LIVES; life++) {
    acknowledged += await editUntilKilled(location, 1 + Math.floor(Math.random() * 150));
    await using database = await openDatabase(location);
    await assertTogether(database.db, `life ${life}`);
    const entries = await assertUnbroken(database.db, `life ${life}`);
    assert.ok(entries >= acknowledged, `life ${life}: ${entries} of ${acknowledged}`);
  }
});

/** Starts a child process that edits, kills it after `count` acknowledged edits, and returns how many it reported. */
async function editUntilKilled(
  { url, dataDir }: { url: string | null; dataDir: string },
  count: number,
): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", CONFIG.pathname, CHILD.pathname]
      .concat(JSON.stringify({ url, dataDir })),
    stdout: "piped",
  }).spawn();
  let edits = 0;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    edits += text.split("\n").length - 1;
    if (edits >= count) killIfRunning(child);
  }
  assert.equal((await child.status).signal, "SIGKILL");
  return edits;
}
