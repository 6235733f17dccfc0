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
 * Adds triggers that increment `catalog_version` once for every transaction that changes a catalog table, and send the
 * new version on the channel `catalog_changed`.
 *
 * The version is a single row, so incrementing it locks out every other writer until the commit. If each statement did
 * that, two writers could deadlock over it and the rows they both need. So statements only insert a note, a row that no
 * other transaction sees, and a trigger deferred to the commit increments the version, when the transaction needs no
 * further locks.
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
