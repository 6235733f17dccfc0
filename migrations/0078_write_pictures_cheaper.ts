import { type Kysely, sql } from "kysely";

/**
 * Reduces the cost of storing a synced image: fewer index entries, no check by a slow pattern, and fewer trigger notes.
 * Stored data and lists stay the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await checkIdsQuickly(db);
  await indexTheRare(db);
  await deleteByStatement(db);
  await noteOnce(db);
  await moveProjectsVersionOnce(db);
}

/** Accepts the same ids as before. A pattern with a counted repetition (`{0,99}`) takes twenty times as long. */
async function checkIdsQuickly(db: Kysely<unknown>): Promise<void> {
  await sql`alter table media_assets drop constraint media_assets_id_check`.execute(db);
  await sql`
    alter table media_assets add constraint media_assets_id_check
    check (id ~ '^[a-zA-Z0-9][a-zA-Z0-9_-]*$' and length(id) <= 100)`.execute(db);
}

/** Indexes only the rare one of two values; rows with the other are found through the indexes of the sort orders. */
const RARE = {
  source: "source = 'manual'",
  type: "type = 'video'",
  used: "used",
  untagged: "untagged",
  unreviewed: "unreviewed",
  grouped: "grouped",
};

async function indexTheRare(db: Kysely<unknown>): Promise<void> {
  for (const [name, condition] of Object.entries(RARE)) {
    const index = sql.id(`media_library_${name}_idx`);
    await sql`drop index ${index}`.execute(db);
    await sql`
      create index ${index} on media_library (created_at, asset_id collate "C")
      where ${sql.raw(condition)}`.execute(db);
  }
}

/** Drops foreign keys of derived rows, which cost a check per row; triggers delete these rows with their assets. */
async function deleteByStatement(db: Kysely<unknown>): Promise<void> {
  for (
    const [table, owner, deleted] of [
      [
        "media_library",
        "media_assets",
        sql`delete from media_library where asset_id in (select id from old_rows);`,
      ],
      [
        "sync_changes",
        "sync_runs",
        sql`delete from sync_changes where run_id in (select id from old_rows);`,
      ],
    ] as const
  ) {
    const key = table === "media_library" ? "asset_id" : "run_id";
    await sql`
      alter table ${sql.table(table)} drop constraint ${sql.id(`${table}_${key}_fkey`)}`.execute(
      db,
    );
    for (
      const [event, body, referencing] of [
        ["delete", deleted, sql`referencing old table as old_rows`],
        ["truncate", sql`truncate ${sql.table(table)};`, sql``],
      ] as const
    ) {
      const name = sql.id(`clear_${table}_on_${event}`);
      await sql`
        create function ${name}() returns trigger
        language plpgsql set search_path from current as $$
        begin ${body} return null; end $$`.execute(db);
      await sql`
        create trigger ${name} after ${sql.raw(event)} on ${sql.table(owner)}
        ${referencing} for each statement execute function ${name}()`.execute(db);
    }
  }
}

/** Notes an image that is inserted with its tags, and locks its library row, only once for both. */
async function noteOnce(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function touch_media_list(ids text[]) returns void
    language plpgsql set search_path from current set enable_seqscan to off as $$
    begin
      insert into media_list_touched (asset_id, transaction_id)
      select id, pg_current_xact_id() from (select distinct unnest(ids) as id) as touched
      where not exists (
        select from media_list_touched as noted
        where noted.asset_id = touched.id collate "C"
          and noted.transaction_id = pg_current_xact_id()
      )
      order by id collate "C"
      on conflict (asset_id) do update set transaction_id = excluded.transaction_id
      where media_list_touched.transaction_id <> excluded.transaction_id;
    end $$`.execute(db);
  // Rows inserted by this transaction need no lock, because no other transaction can see them.
  await sql`
    create or replace function list_media_tags(ids text[]) returns void
    language plpgsql set search_path from current set enable_seqscan to off set jit to off as $$
    begin
      perform from media_library where asset_id = any(ids) and xmin <> pg_current_xact_id()::xid
        order by asset_id for no key update;
      update media_library as listed
      set (untagged, unreviewed, gallery_order) =
        (select found.untagged, found.unreviewed, found.gallery_order)
      from unnest(ids) as changed (asset_id)
      cross join lateral (
        select
          count(*) filter (where tag.state = 'live' and tag_type <> 'project') = 0 as untagged,
          count(*) filter (where tag.state = 'proposed' and tag_type <> 'project') > 0
            as unreviewed,
          min(case when tag.state = 'live' and tag_type = 'project' then
            (select gallery_order from cms_projects where uuid = tag_ref)
          end) as gallery_order
        from media_tags as tag where tag.asset_id = changed.asset_id
      ) as found
      where listed.asset_id = changed.asset_id
        and (listed.untagged, listed.unreviewed, listed.gallery_order)
          is distinct from (found.untagged, found.unreviewed, found.gallery_order);
    end $$`.execute(db);
}

/** Increments the version by one note per transaction instead of one per changed project. */
async function moveProjectsVersionOnce(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("project_changes")
    .addColumn(
      "transaction_id",
      sql`xid8`,
      (column) => column.primaryKey().defaultTo(sql`pg_current_xact_id()`),
    )
    .execute();
  await sql`
    create function note_project_change() returns trigger
    language plpgsql set search_path from current as $$
    begin
      if exists (select from new_rows) then
        insert into project_changes default values on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger move_projects_version on project_touched`.execute(db);
  await sql`
    create trigger note_project_change after insert on project_touched
    referencing new table as new_rows
    for each statement execute function note_project_change()`.execute(db);
  await sql`
    create or replace function move_projects_version() returns trigger
    language plpgsql set search_path from current as $$
    declare
      moved bigint;
    begin
      delete from project_changes where transaction_id = new.transaction_id;
      if exists (select from project_moves where transaction_id = pg_current_xact_id()) then
        return null;
      end if;
      update projects_version set version = version + 1 returning version into moved;
      insert into project_moves (version, transaction_id) values (moved, pg_current_xact_id());
      with forgotten as (
        delete from project_moves where version <= moved - 1000
        returning transaction_id
      )
      delete from project_touched where transaction_id in (select transaction_id from forgotten);
      perform pg_notify('projects_changed', moved::text);
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger move_projects_version
    after insert on project_changes deferrable initially deferred
    for each row execute function move_projects_version()`.execute(db);
}
