import { type Kysely, sql, type Transaction } from "kysely";
import type { Entity, FieldErrors } from "@/lib/records/mod.ts";
import {
  changedRow,
  FACTOR_COLUMNS,
  factorRow,
  factorTrackRows,
  newRow,
  retired,
} from "../rows.ts";
import type { Factor } from "../schema.ts";
import { type Database, insertAll, readRow } from "@/lib/db/mod.ts";
import { named } from "./named.ts";
import type { OrderMove } from "./order.ts";
import { liveIn, swapPositions } from "./reorder.ts";

/** A factor without its options, which are separate records. `trackIds` are in the order of the ids. */
export type FactorRecord = Omit<Factor, "options">;

/** Longest texts of a factor, in characters. */
export const FACTOR_LIMITS: {
  readonly name: number;
  readonly question: number;
  readonly help: number;
} = { name: 60, question: 200, help: 400 };

/** Factors, the questions for buyers (spec §2.2). A factor is retired, never deleted. */
export const factorEntity: Entity<FactorRecord> = {
  type: "factor",
  constraints: {
    factor_tracks_track_id_fkey: { trackIds: "A track no longer exists. Choose the tracks again" },
  },
  async read(trx, id, { lock }) {
    const row = await readRow(
      trx.selectFrom("factors").select([...FACTOR_COLUMNS, retired]).where("id", "=", id),
      { lock },
    );
    if (!row) return null;
    const tracks = await trx.selectFrom("factor_tracks").select("track_id as id")
      .where("factor_id", "=", id).orderBy(sql`track_id collate "C"`).execute();
    return { ...row, trackIds: tracks.map((track) => track.id) };
  },
  async insert(trx, factor) {
    await trx.insertInto("factors").values(newRow(factor, factorRow(factor))).execute();
    await insertAll(trx, "factor_tracks", factorTrackRows(factor));
  },
  async update(trx, factor, before) {
    await trx.updateTable("factors").set(changedRow(factor, factorRow(factor)))
      .where("id", "=", factor.id).execute();
    if (JSON.stringify(factor.trackIds) === JSON.stringify(before.trackIds)) return;
    await trx.deleteFrom("factor_tracks").where("factor_id", "=", factor.id).execute();
    await insertAll(trx, "factor_tracks", factorTrackRows(factor));
  },
};

/**
 * Swaps a factor with its neighbour among the factors that are not retired, in one transaction, with an audit entry
 * `move` for each factor whose position changed. Returns those factors.
 */
export function moveFactor(db: Kysely<Database>, move: OrderMove): Promise<FactorRecord[]> {
  return swapPositions(db, factorEntity, { ...move, peers: liveIn("factors") });
}

/**
 * Refuses to make a factor single-choice while a rule that is not retired requires several of its answers at once,
 * because that rule could never fire. Run it in the transaction that has locked the factor.
 */
export async function checkFactor(
  trx: Transaction<Database>,
  next: FactorRecord,
  before: FactorRecord | null,
): Promise<FieldErrors> {
  if (before === null || next.multiple || !before.multiple) return {};
  const rules = await trx.selectFrom("rules as rule")
    .innerJoin("rule_conditions as condition", "condition.rule_id", "rule.id")
    .innerJoin(
      "rule_condition_options as chosen",
      (join) =>
        join.onRef("chosen.rule_id", "=", "condition.rule_id")
          .onRef("chosen.position", "=", "condition.position"),
    )
    .select(["rule.id", "rule.name"])
    .where("rule.retired_at", "is", null)
    .where("condition.factor_id", "=", next.id)
    .where("condition.operator", "=", "all")
    .groupBy(["rule.id", "rule.name", "condition.position"])
    .having((eb) => eb.fn.countAll(), ">", 1)
    .orderBy("rule.name").orderBy("rule.id")
    .execute();
  const asking = [...new Map(rules.map((rule) => [rule.id, rule])).values()];
  if (asking.length === 0) return {};
  const [ask, them] = asking.length === 1 ? ["asks", "it"] : ["ask", "them"];
  return {
    multiple: `${
      named(asking)
    } ${ask} for several of its answers at once and would never fire. Change ${them} first`,
  };
}
