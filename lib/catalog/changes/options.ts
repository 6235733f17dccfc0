import type { Kysely, Transaction } from "kysely";
import type { Entity, FieldErrors } from "@/lib/records/mod.ts";
import { type FactorOption, type OptionRequirement, Predicate } from "../schema.ts";
import {
  changedRow,
  newRow,
  OPTION_COLUMNS,
  optionRow,
  requirementRows,
  retired,
} from "../rows.ts";
import { type Database, insertAll, readRow } from "@/lib/db/mod.ts";
import { PREDICATES } from "./attributes.ts";
import type { OrderMove } from "./order.ts";
import { swapPositions } from "./reorder.ts";

/** An option with its factor, which never changes. */
export interface OptionRecord extends FactorOption {
  factorId: string;
}

/**
 * Options, the answers to factors, with their requirements (spec §2.2, design §6.3). An option is retired, never
 * deleted, because links that buyers keep contain its id.
 */
export const optionEntity: Entity<OptionRecord> = {
  type: "option",
  constraints: {
    factor_options_factor_id_fkey: { label: "This factor no longer exists" },
    option_requirements_attribute_id_fkey: {
      requirements: "An attribute no longer exists. Remove its requirement",
    },
  },
  async read(trx, id, { lock }) {
    const row = await readRow(
      trx.selectFrom("factor_options").select([...OPTION_COLUMNS, retired]).where("id", "=", id),
      { lock },
    );
    return row ? { ...row, requirements: await readRequirements(trx, id) } : null;
  },
  async insert(trx, option) {
    const row = newRow(option, { factor_id: option.factorId, ...optionRow(option) });
    await trx.insertInto("factor_options").values(row).execute();
    await insertAll(trx, "option_requirements", requirementRows(option));
  },
  async update(trx, option, before) {
    await trx.updateTable("factor_options").set(changedRow(option, optionRow(option)))
      .where("id", "=", option.id).execute();
    if (JSON.stringify(option.requirements) === JSON.stringify(before.requirements)) return;
    await trx.deleteFrom("option_requirements").where("option_id", "=", option.id).execute();
    await insertAll(trx, "option_requirements", requirementRows(option));
  },
};

/**
 * Swaps an option with its neighbour among the options of its factor that are not retired, in one transaction, with an
 * audit entry `move` for each option whose position changed. Returns those options.
 */
export function moveOption(db: Kysely<Database>, move: OrderMove): Promise<OptionRecord[]> {
  return swapPositions(db, optionEntity, {
    ...move,
    peers: (trx) =>
      trx.selectFrom("factor_options").select(["id", "position as place"])
        .where("retired_at", "is", null)
        .where(
          "factor_id",
          "=",
          (query) =>
            query.selectFrom("factor_options").select("factor_id").where("id", "=", move.id),
        )
        .orderBy("id").forNoKeyUpdate().execute(),
  });
}

/**
 * Refuses requirements whose predicate does not fit the value type of the attribute. Locks the attributes
 * `for share` until the transaction ends, so that nobody changes their type in the meantime.
 */
export async function checkOption(
  trx: Transaction<Database>,
  { requirements }: OptionRecord,
): Promise<FieldErrors> {
  if (requirements.length === 0) return {};
  const ids = [...new Set(requirements.map(({ attributeId }) => attributeId))];
  const attributes = await trx.selectFrom("attributes").select(["id", "value_type as valueType"])
    .where("id", "in", ids).orderBy("id").forShare().execute();
  const typeById = new Map(attributes.map(({ id, valueType }) => [id, valueType]));
  return Object.fromEntries(
    requirements.flatMap(({ attributeId, predicate }, index): [string, string][] => {
      const valueType = typeById.get(attributeId);
      const row = `requirements.${index}`;
      if (!valueType) {
        return [[`${row}.attributeId`, "This attribute no longer exists. Remove the requirement"]];
      }
      return PREDICATES[valueType].includes(predicate.kind)
        ? []
        : [[`${row}.kind`, "The attribute takes another type of value now. Enter it again"]];
    }),
  );
}

async function readRequirements(trx: Kysely<Database>, id: string): Promise<OptionRequirement[]> {
  const rows = await trx.selectFrom("option_requirements")
    .select(["attribute_id as attributeId", "predicate"])
    .where("option_id", "=", id).orderBy("position").execute();
  return rows.map(({ attributeId, predicate }) => ({
    attributeId,
    predicate: Predicate.parse(predicate),
  }));
}
