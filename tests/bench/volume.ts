/** Adds the records of a large manufacturer to the demo, all of which compete for the demo's results. */
import assert from "node:assert/strict";
import { type InsertObject, type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { addPassages } from "./corpus_volume.ts";
import { addMedia } from "./media_volume.ts";
import { seededRandom } from "./random.ts";

/** How many records are added to the demo. */
export const VOLUME = { assets: 100_000, passages: 50_000, rules: 2_000 };

/** Pictures in the gallery of each system. A page shows them all. */
const GALLERY = 40;
const BATCH = 1_000;
const MOST_CONDITIONS = 3;

/** Adds assets, passages and rules that refer to existing systems, options and categories. */
export async function addVolume(db: Kysely<Database>): Promise<void> {
  const systemIds = await liveIds(db, "systems");
  const categories = await db.selectFrom("media_categories").select(["id", "axis"])
    .where("retired_at", "is", null).orderBy("position").orderBy("id").execute();
  const onAxis = (axis: string) =>
    categories.filter((category) => category.axis === axis).map(({ id }) => id);
  await addMedia(db, VOLUME.assets, {
    refs: {
      system: systemIds,
      factor: await liveIds(db, "factor_options"),
      application: onAxis("application"),
      geography: onAxis("geography"),
      attribute: onAxis("attribute"),
    },
    used: GALLERY * systemIds.length / VOLUME.assets,
  });
  const like = await db.selectFrom("corpus_passages").select("text").execute();
  await addPassages(db, { count: VOLUME.passages, like, systemIds });
  await addRules(db);
  await sql`vacuum analyze`.execute(db);
}

async function liveIds(
  db: Kysely<Database>,
  table: "systems" | "factor_options",
): Promise<string[]> {
  const rows = await db.selectFrom(table).select("id").where("retired_at", "is", null)
    .orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** A question of a track: its factor and the ids of its options. */
interface Asked {
  readonly id: string;
  readonly optionIds: readonly string[];
}

/** Adds rules like the demo's, spread over its rule sets. Each can match on some track of its set. */
export async function addRules(db: Kysely<Database>): Promise<void> {
  const systemIds = await liveIds(db, "systems");
  const random = seededRandom(VOLUME.rules);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)];
    assert(item !== undefined, "nothing to pick from");
    return item;
  };
  const tracks = await db.selectFrom("tracks").select(["id", "rule_set_id"])
    .where("retired_at", "is", null).orderBy("id").execute();
  const questions = new Map<string, Asked[]>();
  for (const { id } of tracks) questions.set(id, await readQuestions(db, id));
  const rules = Array.from({ length: VOLUME.rules }, (_, index) => {
    const track = pick(tracks);
    const asked = questions.get(track.id) ?? [];
    const about = new Set<Asked>();
    const wanted = 2 + Math.floor(random() * (MOST_CONDITIONS - 1));
    while (about.size < wanted) about.add(pick(asked));
    const conditions = [...about].map(({ id, optionIds }) => ({
      factorId: id,
      optionIds: [...new Set([pick(optionIds), pick(optionIds)])],
    }));
    const systems = [...new Set([pick(systemIds), pick(systemIds)])];
    return { id: `volume-${index}`, ruleSetId: track.rule_set_id, conditions, systems };
  });
  await insertAll(
    db,
    "rules",
    rules.map(({ id, ruleSetId }) => ({
      id,
      rule_set_id: ruleSetId,
      name: `Volume ${id}`,
      priority: 1 + Math.floor(random() * 100),
    })),
  );
  const conditions = rules.flatMap(({ id, conditions }) =>
    conditions.map((condition, index) => ({
      ...condition,
      row: { rule_id: id, position: index + 1, factor_id: condition.factorId },
    }))
  );
  const operator = "any" as const;
  await insertAll(db, "rule_conditions", conditions.map(({ row }) => ({ ...row, operator })));
  await insertAll(
    db,
    "rule_condition_options",
    conditions.flatMap(({ row, optionIds }) =>
      optionIds.map((optionId) => ({ ...row, option_id: optionId }))
    ),
  );
  await insertAll(
    db,
    "rule_outcomes",
    rules.flatMap(({ id, systems }) =>
      systems.map((systemId, index) => ({
        rule_id: id,
        system_id: systemId,
        role: index === 0 ? "preferred" as const : "alternative" as const,
        rank: index + 1,
        rationale: `Reason ${Math.floor(random() * 200)} of a busy maker.`,
      }))
    ),
  );
}

async function readQuestions(db: Kysely<Database>, trackId: string): Promise<Asked[]> {
  const rows = await db.selectFrom("factor_options as option")
    .innerJoin("factors as factor", "factor.id", "option.factor_id")
    .leftJoin("factor_tracks as asked", "asked.factor_id", "factor.id")
    .select(["factor.id", "option.id as optionId"]).distinct()
    .where((eb) => eb.or([eb("asked.track_id", "=", trackId), eb("asked.track_id", "is", null)]))
    .where("option.retired_at", "is", null).where("factor.retired_at", "is", null)
    .orderBy("factor.id").orderBy("option.id").execute();
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, options]) => ({
    id,
    optionIds: options.map(({ optionId }) => optionId),
  }));
}

async function insertAll<Table extends keyof Database & string>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly InsertObject<Database, Table>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await db.insertInto(table).values(rows.slice(start, start + BATCH)).execute();
  }
}
