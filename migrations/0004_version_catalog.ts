import { type Kysely, sql } from "kysely";

const STAMPED = [
  "budget_tiers",
  "attributes",
  "systems",
  "attribute_values",
  "rule_sets",
  "tracks",
  "factors",
  "factor_options",
  "rules",
];
const VERSIONED = [
  ...STAMPED,
  "factor_tracks",
  "option_requirements",
  "rule_conditions",
  "rule_condition_options",
  "rule_outcomes",
];

/**
 * Moves `catalog_version` once for every transaction that touches a catalog table, whoever wrote it,
 * and announces the new version on the channel `catalog_changed`.
 *
 * The version is one row, so whoever moves it makes every other writer wait until the commit. Moved
 * by each statement, it would close a circle with the rows that two writers want from one another.
 * Statements therefore only leave a note, a row that nobody else can see, and the version moves in a
 * trigger deferred to the commit, when a transaction wants no further row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("catalog_version")
    .addColumn("id", "boolean", (column) => column.primaryKey().defaultTo(true).check(sql`id`))
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into catalog_version (version) values (1)`.execute(db);

  await db.schema.createTable("catalog_changes")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .execute();

  await sql`
    create function note_catalog_change() returns trigger
    language plpgsql set search_path from current as $$
    begin
      if not exists (
        select from catalog_changes where transaction_id = pg_current_xact_id()
      ) then
        insert into catalog_changes default values;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function move_catalog_version() returns trigger
    language plpgsql set search_path from current as $$
    declare
      moved bigint;
    begin
      delete from catalog_changes where transaction_id = pg_current_xact_id();
      if found then
        update catalog_version set version = version + 1 returning version into moved;
        perform pg_notify('catalog_changed', moved::text);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger move_catalog_version
    after insert on catalog_changes deferrable initially deferred
    for each row execute function move_catalog_version()`.execute(db);
  for (const table of VERSIONED) {
    await sql`
      create trigger note_catalog_change
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function note_catalog_change()`.execute(db);
  }

  await sql`
    create function stamp_update() returns trigger language plpgsql as $$
    begin
      new.updated_at := now();
      return new;
    end $$`.execute(db);
  for (const table of STAMPED) {
    await sql`
      create trigger stamp_update before update on ${sql.table(table)}
      for each row execute function stamp_update()`.execute(db);
  }
}
