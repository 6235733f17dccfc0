import type { Kysely } from "kysely";
import type { Entity } from "@/lib/records/mod.ts";
import { changedRow, newRow, retired, SYSTEM_COLUMNS, systemRow } from "../rows.ts";
import type { System } from "../schema.ts";
import { type Database, readRow } from "@/lib/db/mod.ts";
import type { OrderMove } from "./order.ts";
import { liveIn, swapPositions } from "./reorder.ts";

/** A system without its attribute values, which are separate records. */
export type SystemRecord = Omit<System, "values">;

const ONE_NAME = "Choose another, or retire that one first: the CMS knows a system by its name";

/** Systems (spec §2.2). A system is retired, never deleted. Names are unique among systems that are not retired. */
export const systemEntity: Entity<SystemRecord> = {
  type: "system",
  async check(trx, { id, name, retired }) {
    if (retired) return {};
    const holder = await trx.selectFrom("systems").select("id")
      .where("name", "=", name).where("id", "!=", id).where("retired_at", "is", null)
      .executeTakeFirst();
    return holder ? { name: `The system ${holder.id} has this name. ${ONE_NAME}` } : {};
  },
  constraints: {
    systems_live_name_key: { name: `Another system has just got this name. ${ONE_NAME}` },
    systems_budget_tier_id_fkey: {
      budgetTierId: "This budget tier no longer exists. Choose another",
    },
  },
  async read(trx, id, { lock }) {
    const row = await readRow(
      trx.selectFrom("systems").select([...SYSTEM_COLUMNS, retired]).where("id", "=", id),
      { lock },
    );
    if (!row) return null;
    const { draft, ...system } = row;
    return { ...system, ...(draft && { draft }) };
  },
  async insert(trx, system) {
    await trx.insertInto("systems").values(newRow(system, systemRow(system))).execute();
  },
  async update(trx, system) {
    await trx.updateTable("systems").set(changedRow(system, systemRow(system)))
      .where("id", "=", system.id).execute();
  },
};

/**
 * Swaps a system with its neighbour among the systems that are not retired, in one transaction, with an audit entry
 * `move` for each system whose position changed. Returns those systems.
 */
export function moveSystem(db: Kysely<Database>, move: OrderMove): Promise<SystemRecord[]> {
  return swapPositions(db, systemEntity, { ...move, peers: liveIn("systems") });
}
