import { type Kysely, sql } from "kysely";
import type { Entity } from "@/lib/records/mod.ts";
import type { System } from "../schema.ts";
import type { Database } from "@/lib/db/mod.ts";
import type { OrderMove } from "./order.ts";
import { liveIn, swapPositions } from "./reorder.ts";
import { retiredAt } from "./retired.ts";

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
    const row = await trx.selectFrom("systems")
      .select(["id", "name", "tagline", "description"])
      .select(["budget_tier_id as budgetTierId", "position", "draft"])
      .select(sql<boolean>`retired_at is not null`.as("retired"))
      .where("id", "=", id)
      .$if(lock, (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
    if (!row) return null;
    const { draft, ...system } = row;
    return { ...system, ...(draft && { draft }) };
  },
  async insert(trx, { id, ...system }) {
    await trx.insertInto("systems").values({
      id,
      ...rowOf(system),
      retired_at: system.retired ? sql<Date>`now()` : null,
    }).execute();
  },
  async update(trx, { id, ...system }) {
    await trx.updateTable("systems").set({ ...rowOf(system), retired_at: retiredAt(system) })
      .where("id", "=", id).execute();
  },
};

/**
 * Swaps a system with its neighbour among the systems that are not retired, in one transaction, with an audit entry
 * `move` for each system whose position changed. Returns those systems.
 */
export function moveSystem(db: Kysely<Database>, move: OrderMove): Promise<SystemRecord[]> {
  return swapPositions(db, systemEntity, { ...move, peers: liveIn("systems") });
}

function rowOf(
  { name, tagline, description, budgetTierId, position, draft = false }: Omit<SystemRecord, "id">,
) {
  return { name, tagline, description, budget_tier_id: budgetTierId, position, draft };
}
