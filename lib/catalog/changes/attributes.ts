import { type Kysely, sql, type Transaction } from "kysely";
import type { Entity, FieldErrors } from "@/lib/records/mod.ts";
import { ATTRIBUTE_COLUMNS, attributeRow, changedRow, newRow, retired } from "../rows.ts";
import type { Attribute, Predicate, ValueType } from "../schema.ts";
import { type Database, readRow } from "@/lib/db/mod.ts";
import { named } from "./named.ts";
import type { OrderMove } from "./order.ts";
import { liveIn, swapPositions } from "./reorder.ts";

/** Attributes (spec §2.2). An attribute is retired, never deleted; `enabled` is independent of that. */
export const attributeEntity: Entity<Attribute> = {
  type: "attribute",
  read: (trx, id, options) =>
    readRow(
      trx.selectFrom("attributes").select([...ATTRIBUTE_COLUMNS, retired]).where("id", "=", id),
      options,
    ),
  async insert(trx, attribute) {
    await trx.insertInto("attributes").values(newRow(attribute, attributeRow(attribute))).execute();
  },
  async update(trx, attribute) {
    await trx.updateTable("attributes").set(changedRow(attribute, attributeRow(attribute)))
      .where("id", "=", attribute.id).execute();
  },
};

/**
 * Swaps an attribute with its neighbour among the attributes that are not retired, in one transaction, with an audit
 * entry `move` for each attribute whose position changed. Returns those attributes.
 */
export function moveAttribute(db: Kysely<Database>, move: OrderMove): Promise<Attribute[]> {
  return swapPositions(db, attributeEntity, { ...move, peers: liveIn("attributes") });
}

/** The predicates that apply to each value type (design §6.3). */
export const PREDICATES: Readonly<Record<ValueType, readonly Predicate["kind"][]>> = {
  enum: ["includes"],
  range: ["covers"],
  dimension: ["at-least", "at-most"],
};

/**
 * Refuses a change of the value type while a system has a value of the old type, or an option requires one, because
 * neither can be converted. Run it in the transaction that has locked the attribute. `saveValue` and `checkOption` lock
 * the attribute too, so no such value or requirement appears in the meantime.
 */
export async function checkAttribute(
  trx: Transaction<Database>,
  next: Attribute,
  before: Attribute | null,
): Promise<FieldErrors> {
  if (before === null || next.valueType === before.valueType) return {};
  const systems = await trx.selectFrom("attribute_values as cell")
    .innerJoin("systems as system", "system.id", "cell.system_id")
    .select("system.name")
    .where("cell.attribute_id", "=", next.id)
    .where(sql`cell.value ->> 'type'`, "in", ["enum", "range", "dimension"])
    .where(sql`cell.value ->> 'type'`, "!=", next.valueType)
    .orderBy("system.position").orderBy("system.id")
    .execute();
  const options = await trx.selectFrom("option_requirements as requirement")
    .innerJoin("factor_options as option", "option.id", "requirement.option_id")
    .select("option.label as name").distinct()
    .where("requirement.attribute_id", "=", next.id)
    .where(sql`requirement.predicate ->> 'kind'`, "not in", PREDICATES[next.valueType])
    .orderBy("option.label")
    .execute();
  if (systems.length + options.length === 0) return {};
  const reasons = [
    ...(systems.length > 0 ? [`values of this type: ${named(systems)}`] : []),
    ...(options.length > 0 ? [`options that ask for one: ${named(options)}`] : []),
  ];
  return {
    valueType: `The type of value stays as it is while there are ${reasons.join("; and ")}`,
  };
}
