/** Reads the stored catalog; `insert.ts` and `seed.ts` write it. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { anyOf, type Database, transact } from "../db/mod.ts";
import {
  ATTRIBUTE_COLUMNS,
  FACTOR_COLUMNS,
  OPTION_COLUMNS,
  retired,
  RULE_COLUMNS,
  RULE_SET_COLUMNS,
  SYSTEM_COLUMNS,
  TRACK_COLUMNS,
} from "./rows.ts";
import {
  type AttributeValue,
  type Catalog,
  type Factor,
  type FactorOption,
  Predicate,
  type Provenance,
  type Rule,
  type RuleCondition,
  type RuleOutcome,
  type System,
  TypedValue,
} from "./schema.ts";

/** A stored attribute value or predicate does not match its schema. */
class CatalogRecordError extends Error {
  /** Stable across versions, unlike the message. */
  readonly code = "invalid_catalog_record";

  /** Takes the table, the key of the record in it, and what is wrong with the record. */
  constructor(readonly table: string, readonly key: string, detail: string) {
    super(`Cannot read the record ${key} of ${table}: ${detail}`);
    this.name = "CatalogRecordError";
  }
}

/** Reads the version of the stored catalog, which increases with every committed change. */
export async function readCatalogVersion(db: Kysely<Database>): Promise<number> {
  const { version } = await db.selectFrom("catalog_version").select("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Whether the database holds no tier, attribute, system, rule set or factor. */
export async function isCatalogEmpty(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not (
      exists (select from budget_tiers) or exists (select from attributes)
      or exists (select from systems) or exists (select from rule_sets)
      or exists (select from factors)
    ) as empty`.execute(db);
  return rows[0]?.empty ?? false;
}

/**
 * Reads the whole catalog in one repeatable-read transaction, retired and disabled records included. Lists are
 * ordered by position, ordinal, rank or priority, then by id. The database puts the parts of a record into one row,
 * because in the embedded engine the number of rows takes most of the time.
 *
 * @throws {CatalogRecordError} when a stored value or predicate does not match its schema.
 */
export function loadCatalog(db: Kysely<Database>): Promise<Catalog> {
  return transact(db, readCatalog, { readOnly: true, isolation: "repeatable read" });
}

/** Reads the whole catalog in a transaction; see {@linkcode loadCatalog}. */
export async function readCatalog(trx: Transaction<Database>): Promise<Catalog> {
  return {
    version: await readCatalogVersion(trx),
    ...await readLists(trx),
    systems: await loadSystems(trx),
    factors: await loadFactors(trx),
    rules: await loadRules(trx),
  };
}

/** Reads the lists that are short even in a large catalog. */
export async function readLists(
  trx: Transaction<Database>,
): Promise<Pick<Catalog, "tiers" | "attributes" | "ruleSets" | "tracks">> {
  return {
    tiers: await trx.selectFrom("budget_tiers")
      .select(["id", "label", "description", "ordinal"])
      .orderBy("ordinal").execute(),
    attributes: await loadAttributes(trx),
    ruleSets: await trx.selectFrom("rule_sets")
      .select([...RULE_SET_COLUMNS, retired])
      .orderBy(byId).execute(),
    tracks: await trx.selectFrom("tracks")
      .select([...TRACK_COLUMNS, retired])
      .orderBy("position").orderBy(byId).execute(),
  };
}

/** The condition that an id is among those given; with none given it always holds. */
function among(column: string, ids: readonly string[] | undefined) {
  return ids === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${anyOf(ids)}`;
}

/** Orders by code unit, which does not depend on the collation of the server. */
const byId = sql`id collate "C"`;

async function loadAttributes(trx: Transaction<Database>): Promise<Catalog["attributes"]> {
  return await trx.selectFrom("attributes")
    .select([...ATTRIBUTE_COLUMNS, retired])
    .orderBy("position").orderBy(byId).execute();
}

/** Reads all systems, or those with the given ids, in their order. */
export async function loadSystems(
  trx: Transaction<Database>,
  ids?: readonly string[],
): Promise<System[]> {
  const rows = await trx.selectFrom("systems")
    .select([...SYSTEM_COLUMNS, retired])
    .where(among("id", ids))
    .orderBy("position").orderBy(byId).execute();
  const cells = await trx.selectFrom("attribute_values as cell")
    .innerJoin("attributes as attribute", "attribute.id", "cell.attribute_id")
    .select("cell.system_id")
    .select(
      sql<{ attributeId: string; value: unknown; source: Provenance }[]>`
        json_agg(
          json_build_object(
            'attributeId', cell.attribute_id, 'value', cell.value, 'source', cell.source
          ) order by attribute.position, attribute.id collate "C"
        )`.as("cells"),
    )
    .where(among("cell.system_id", ids))
    .groupBy("cell.system_id").execute();
  const values = new Map(cells.map((row) => [row.system_id, row.cells]));
  return rows.map(({ draft, ...row }) => ({
    ...row,
    ...(draft && { draft }),
    values: (values.get(row.id) ?? []).map(({ attributeId, value, source }): AttributeValue => ({
      attributeId,
      value: parse(TypedValue, value, {
        table: "attribute_values",
        key: `${row.id}, ${attributeId}`,
      }),
      source,
    })),
  }));
}

/** Reads all factors in their order. */
export async function loadFactors(trx: Transaction<Database>): Promise<Factor[]> {
  const rows = await trx.selectFrom("factors")
    .select([...FACTOR_COLUMNS, retired])
    .orderBy("position").orderBy(byId).execute();
  const links = await trx.selectFrom("factor_tracks as link")
    .innerJoin("tracks as track", "track.id", "link.track_id")
    .select(["link.factor_id", "link.track_id"])
    .orderBy("track.position").orderBy(sql`track.id collate "C"`).execute();
  const options = Map.groupBy(await loadOptions(trx), ({ factorId }) => factorId);
  const tracks = Map.groupBy(links, (link) => link.factor_id);
  return rows.map((row) => ({
    ...row,
    trackIds: (tracks.get(row.id) ?? []).map((link) => link.track_id),
    options: (options.get(row.id) ?? []).map(({ option }) => option),
  }));
}

async function loadOptions(
  trx: Transaction<Database>,
): Promise<{ factorId: string; option: FactorOption }[]> {
  const rows = await trx.selectFrom("factor_options")
    .select([...OPTION_COLUMNS, retired])
    .orderBy("position").orderBy(byId).execute();
  const asked = await trx.selectFrom("option_requirements")
    .select(["option_id", "position", "attribute_id", "predicate"])
    .orderBy("position").execute();
  const requirements = Map.groupBy(asked, (row) => row.option_id);
  return rows.map(({ factorId, ...row }) => ({
    factorId,
    option: {
      ...row,
      requirements: (requirements.get(row.id) ?? []).map((requirement) => ({
        attributeId: requirement.attribute_id,
        predicate: parse(Predicate, requirement.predicate, {
          table: "option_requirements",
          key: `${row.id}, ${requirement.position}`,
        }),
      })),
    },
  }));
}

/** Reads all rules, or those with the given ids, in their order. */
export async function loadRules(
  trx: Transaction<Database>,
  ids?: readonly string[],
): Promise<Rule[]> {
  const rows = await trx.selectFrom("rules")
    .select([...RULE_COLUMNS, retired])
    .where(among("id", ids))
    .orderBy("priority").orderBy(byId).execute();
  const conditions = await loadConditions(trx, ids);
  const outcomes = await loadOutcomes(trx, ids);
  return rows.map((row) => ({
    ...row,
    conditions: conditions.get(row.id) ?? [],
    outcomes: outcomes.get(row.id) ?? [],
  }));
}

async function loadConditions(
  trx: Transaction<Database>,
  ids: readonly string[] | undefined,
): Promise<Map<string, RuleCondition[]>> {
  const rows = await trx.selectFrom("rule_conditions as condition")
    .leftJoin(
      (query) =>
        query.selectFrom("rule_condition_options as chosen")
          .innerJoin("factor_options as option", "option.id", "chosen.option_id")
          .select(["chosen.rule_id", "chosen.position"])
          .select(
            sql<string[]>`array_agg(option.id order by option.position, option.id collate "C")`
              .as("ids"),
          )
          .where(among("chosen.rule_id", ids))
          .groupBy(["chosen.rule_id", "chosen.position"]).as("chosen"),
      (join) =>
        join.onRef("chosen.rule_id", "=", "condition.rule_id")
          .onRef("chosen.position", "=", "condition.position"),
    )
    .select("condition.rule_id")
    .select(
      sql<RuleCondition[]>`
        json_agg(
          json_build_object(
            'factorId', condition.factor_id, 'operator', condition.operator,
            'optionIds', coalesce(chosen.ids, '{}')
          ) order by condition.position
        )`.as("conditions"),
    )
    .where(among("condition.rule_id", ids))
    .groupBy("condition.rule_id").execute();
  return new Map(rows.map(({ rule_id, conditions }) => [rule_id, conditions]));
}

async function loadOutcomes(
  trx: Transaction<Database>,
  ids: readonly string[] | undefined,
): Promise<Map<string, RuleOutcome[]>> {
  const rows = await trx.selectFrom("rule_outcomes")
    .select("rule_id")
    .select(
      sql<RuleOutcome[]>`
        json_agg(
          json_build_object(
            'systemId', system_id, 'role', role, 'rank', rank, 'rationale', rationale
          ) order by rank
        )`.as("outcomes"),
    )
    .where(among("rule_id", ids))
    .groupBy("rule_id").execute();
  return new Map(rows.map(({ rule_id, outcomes }) => [rule_id, outcomes]));
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { table, key }: { table: string; key: string },
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".");
  throw new CatalogRecordError(table, key, `${path ? `${path}: ` : ""}${issue?.message}`);
}
