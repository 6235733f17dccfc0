import { type Kysely, sql } from "kysely";

/** Versions of which the changes are recorded. */
const KEPT_VERSIONS = 1_000;

/** A part of the records of one kind. */
interface Part {
  readonly table: string;
  readonly kind: "system" | "factor" | "rule";
  /** The id of the record that a row belongs to. */
  readonly id: ReturnType<typeof sql>;
  /** The columns that buyers see; all by default. An update of the others touches nothing. */
  readonly told?: readonly string[];
}

const PARTS: readonly Part[] = [
  { table: "systems", kind: "system", id: sql`id` },
  {
    table: "attribute_values",
    kind: "system",
    id: sql`system_id`,
    told: ["system_id", "attribute_id", "value", "source"],
  },
  { table: "factors", kind: "factor", id: sql`id` },
  { table: "factor_tracks", kind: "factor", id: sql`factor_id` },
  { table: "factor_options", kind: "factor", id: sql`factor_id` },
  {
    table: "option_requirements",
    kind: "factor",
    // Null for an option that is deleted too, which touches its factor itself.
    id: sql`(select factor_id from factor_options where factor_options.id = option_id)`,
  },
  { table: "rules", kind: "rule", id: sql`id` },
  { table: "rule_conditions", kind: "rule", id: sql`rule_id` },
  { table: "rule_condition_options", kind: "rule", id: sql`rule_id` },
  { table: "rule_outcomes", kind: "rule", id: sql`rule_id` },
];

/** Tables whose order is that of parts of many records. */
const OF_ALL = ["attributes", "tracks"];

/**
 * Records which systems, factors and rules each version of the catalog changed, so that a process with the catalog in
 * memory reads only these again. `catalog_touched` has the records that transactions in progress have changed, and
 * `catalog_moves` those of each recent version. The token of a version tells it from the same number after a restore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("catalog_touched")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("catalog_touched_pkey", ["transaction_id", "kind", "id"])
    .execute();
  await db.schema.createTable("catalog_moves")
    .addColumn("version", "bigint", (column) => column.primaryKey())
    .addColumn("token", "uuid", (column) => column.notNull().defaultTo(sql`gen_random_uuid()`))
    .addColumn("everything", "boolean", (column) => column.notNull())
    .addColumn("systems", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    .addColumn("factors", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    .addColumn("rules", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    .execute();
  await sql`
    insert into catalog_moves (version, everything)
    select version, true from catalog_version`.execute(db);

  await sql`
    create or replace function move_catalog_version() returns trigger
    language plpgsql set search_path from current as $$
    declare
      moved bigint;
    begin
      delete from catalog_changes where transaction_id = pg_current_xact_id();
      if found then
        update catalog_version set version = version + 1 returning version into moved;
        with touched as (
          delete from catalog_touched where transaction_id = pg_current_xact_id()
          returning kind, id
        )
        insert into catalog_moves (version, everything, systems, factors, rules)
        select moved,
          coalesce(bool_or(kind = 'all'), false),
          coalesce(array_agg(id) filter (where kind = 'system'), '{}'),
          coalesce(array_agg(id) filter (where kind = 'factor'), '{}'),
          coalesce(array_agg(id) filter (where kind = 'rule'), '{}')
        from touched;
        delete from catalog_moves where version <= moved - ${sql.lit(KEPT_VERSIONS)};
        perform pg_notify('catalog_changed', moved::text);
      end if;
      return null;
    end $$`.execute(db);

  await sql`
    create function touch_catalog() returns trigger
    language plpgsql set search_path from current as $$
    begin
      insert into catalog_touched (kind, id) values ('all', '') on conflict do nothing;
      return null;
    end $$`.execute(db);
  for (const table of OF_ALL) {
    await sql`
      create trigger add_catalog_touch
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function touch_catalog()`.execute(db);
  }
  for (const part of PARTS) await touch(db, part);
}

/**
 * The names of the triggers come before `note_catalog_change` in the alphabet, so they run before it: when a transaction
 * sets its constraints immediate, that trigger moves the version at once.
 */
async function touch(db: Kysely<unknown>, { table, kind, id, told }: Part): Promise<void> {
  const columns = told ? sql.join(told.map((column) => sql.ref(column))) : sql`*`;
  const [before, after] = [
    sql`select ${columns} from old_rows`,
    sql`select ${columns} from new_rows`,
  ];
  const both = told
    ? sql`(${before} except ${after}) union all (${after} except ${before})`
    : sql`${before} union all ${after}`;
  const events = {
    insert: { referencing: sql`new table as new_rows`, rows: after },
    update: { referencing: sql`old table as old_rows new table as new_rows`, rows: both },
    delete: { referencing: sql`old table as old_rows`, rows: before },
  };
  for (const [event, { referencing, rows }] of Object.entries(events)) {
    const name = sql.id(`touch_${table}_on_${event}`);
    await sql`
      create function ${name}() returns trigger
      language plpgsql set search_path from current as $$
      begin
        insert into catalog_touched (kind, id)
        select distinct ${sql.lit(kind)}, ${id} from (${rows}) as changed
        where ${id} is not null on conflict do nothing;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.id(`add_catalog_touch_on_${event}`)} after ${sql.raw(event)}
      on ${sql.table(table)} referencing ${referencing}
      for each statement execute function ${name}()`.execute(db);
  }
  await sql`
    create trigger add_catalog_touch_on_truncate after truncate on ${sql.table(table)}
    for each statement execute function touch_catalog()`.execute(db);
}
