import { type Kysely, sql } from "kysely";

/** Columns of a project that are visible to buyers; the time of the last sync is not. */
const TOLD = [
  "uuid",
  "name",
  "slug",
  "city",
  "state",
  "architect",
  "architect_website",
  "construction_company",
  "construction_company_web",
  "design_build_firm",
  "featured",
  "gallery_order",
  "published",
];
/** Columns of an asset that decide whether and how it is shown as the picture of a project. */
const SHOWN = [
  "id",
  "title",
  "alt_text",
  "type",
  "original_hash",
  "remote_url",
  "width",
  "height",
  "placeholder",
  "video_id",
  "gallery_position",
];
/** Number of recent versions whose changes are recorded. */
const KEPT_VERSIONS = 1_000;

/**
 * Adds triggers that increment `projects_version` once for every transaction that changes the visible data of projects,
 * and send the new version on the channel `projects_changed`. Statements only record the changed projects in
 * `project_touched`, and the version is incremented at the commit; `project_moves` has the transaction of each recent
 * version. Two values of `project_touched` are not projects: the empty uuid stands for the data that all projects are
 * joined with, which is small and always reloaded, and `*` for every project.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await moveVersion(db);
  const told = sql.join(TOLD.map((column) => sql.ref(column)));
  await touch(db, {
    table: "cms_projects",
    touchedIn: (rows) => sql`select uuid as project_uuid, ${told} from ${sql.table(rows)}`,
  });
  await touch(db, {
    table: "cms_project_products",
    touchedIn: (rows) => sql`select project_uuid, product_uuid from ${sql.table(rows)}`,
  });
  await touch(db, {
    table: "cms_system_mappings",
    touchedIn: (rows) =>
      sql`select '' as project_uuid, system_id, cms_term_uuid from ${sql.table(rows)}`,
  });
  await touch(db, {
    table: "media_categories",
    touchedIn: (rows) =>
      sql`
        select '' as project_uuid, id, name, position, retired_at from ${sql.table(rows)}
        where axis = 'application'`,
  });
  await touch(db, {
    table: "media_tags",
    touchedIn: (rows) =>
      sql`
        select tag_ref as project_uuid, asset_id, '' as kind from ${sql.table(rows)}
        where tag_type = 'project' and state = 'live'
        union all
        select project.tag_ref, row.asset_id, row.tag_ref
        from ${sql.table(rows)} as row
        join media_tags as project on project.asset_id = row.asset_id
          and project.tag_type || '' = 'project' and project.state || '' = 'live'
        where row.tag_type = 'application' and row.state = 'live'`,
  });
  const shown = sql.join(SHOWN.map((column) => sql.ref(`row.${column}`)));
  await touch(db, {
    table: "media_assets",
    // Only updates, because a new asset has no tags yet, and deleting an asset deletes its tags, which are tracked.
    on: ["update"],
    touchedIn: (rows) =>
      sql`
        select project.tag_ref as project_uuid, ${shown}
        from ${sql.table(rows)} as row
        join media_tags as project on project.asset_id = row.id
          and project.tag_type || '' = 'project' and project.state || '' = 'live'`,
  });
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("projects_version")
    .addColumn("id", "boolean", (column) => column.primaryKey().defaultTo(true).check(sql`id`))
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into projects_version (version) values (1)`.execute(db);
  await db.schema.createTable("project_moves")
    .addColumn("version", "bigint", (column) => column.primaryKey())
    .addColumn("transaction_id", sql`xid8`, (column) => column.notNull().unique())
    .execute();
  await db.schema.createTable("project_touched")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
    )
    .addColumn("project_uuid", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("project_touched_pkey", ["transaction_id", "project_uuid"])
    .execute();
}

async function moveVersion(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function move_projects_version() returns trigger
    language plpgsql set search_path from current as $$
    declare
      moved bigint;
    begin
      if exists (select from project_moves where transaction_id = pg_current_xact_id()) then
        return null;
      end if;
      update projects_version set version = version + 1 returning version into moved;
      insert into project_moves (version, transaction_id) values (moved, pg_current_xact_id());
      with forgotten as (
        delete from project_moves where version <= moved - ${sql.lit(KEPT_VERSIONS)}
        returning transaction_id
      )
      delete from project_touched where transaction_id in (select transaction_id from forgotten);
      perform pg_notify('projects_changed', moved::text);
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger move_projects_version
    after insert on project_touched deferrable initially deferred
    for each row execute function move_projects_version()`.execute(db);
}

type Event = "insert" | "update" | "delete" | "truncate";

interface Touching {
  readonly table: string;
  readonly on?: readonly Event[];
  /** Expression of the relevant data of the rows, by project. */
  readonly touchedIn: (rows: "old_rows" | "new_rows") => ReturnType<typeof sql>;
}

async function touch(
  db: Kysely<unknown>,
  { table, on = ["insert", "update", "delete", "truncate"], touchedIn }: Touching,
): Promise<void> {
  const [before, after] = [touchedIn("old_rows"), touchedIn("new_rows")];
  const kinds = {
    insert: { referencing: "referencing new table as new_rows", touched: after },
    update: {
      referencing: "referencing old table as old_rows new table as new_rows",
      touched: sql`((${before}) except (${after})) union all ((${after}) except (${before}))`,
    },
    delete: { referencing: "referencing old table as old_rows", touched: before },
    truncate: { referencing: "", touched: sql`select '*' as project_uuid` },
  };
  for (const event of on) {
    const { referencing, touched } = kinds[event];
    const name = sql.id(`touch_projects_of_${table}_on_${event}`);
    // A table that was just filled has no statistics yet, so the planner would scan it, or its index of kinds, for each
    // of many new rows. So the tags of an asset can only be found by its id.
    await sql`
      create function ${name}() returns trigger
      language plpgsql set search_path from current set enable_seqscan to off as $$
      begin
        insert into project_touched (project_uuid)
        select distinct project_uuid from (${touched}) as touched on conflict do nothing;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.id(`touch_projects_on_${event}`)} after ${sql.raw(event)}
      on ${sql.table(table)} ${sql.raw(referencing)}
      for each statement execute function ${name}()`.execute(db);
  }
}
