import { type Kysely, sql } from "kysely";

/**
 * Creates `media_library`, the search and sort keys of the library (spec §4.8), with one narrow row per asset:
 * lower-case texts, whether it is used, tagged, has proposals and is grouped, and its gallery order by project.
 * Triggers maintain it. It is separate from `media_assets`, so that a tag or link does not change the row of the asset.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db);
  await followAssets(db);
  await followTags(db);
  await followLinks(db);
  await sql`insert into media_library (${FACTS}) ${factsOf("media_assets")}`.execute(db);
  for (const refresh of ["list_media_tags", "list_media_links"]) {
    await sql`
      select ${sql.id(refresh)}(array_agg(id)) from media_assets having count(*) > 0`.execute(db);
  }
  await createIndexes(db);
}

const BYTES = sql`text collate "C"`;

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("media_library")
    // All searched texts. The first column, because columns before it would be read as well, and a search for one
    // letter reads every row.
    .addColumn("texts", BYTES, (column) => column.notNull())
    .addColumn(
      "asset_id",
      "text",
      (column) => column.primaryKey().references("media_assets.id").onDelete("cascade"),
    )
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("used", "boolean", (column) => column.notNull().defaultTo(false))
    // Without a live tag on a classification axis; with a proposed tag.
    .addColumn("untagged", "boolean", (column) => column.notNull().defaultTo(true))
    .addColumn("unreviewed", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("grouped", "boolean", (column) => column.notNull())
    // The lowest gallery order of its projects.
    .addColumn("gallery_order", "integer")
    .addColumn("gallery_position", "integer")
    .addColumn("name", BYTES, (column) => column.notNull())
    .execute();
}

const FACTS = sql.raw(
  "asset_id, created_at, source, type, grouped, gallery_position, name, texts",
);

/** The keys from the asset's own row. The separator between the texts cannot occur in a search. */
function factsOf(assets: string) {
  return sql`
    select id, created_at, source, type, shot_group_id is not null, gallery_position,
      lower(filename), lower(concat_ws(E'\\x01', filename, alt_text, title))
    from ${sql.table(assets)}`;
}

async function followAssets(db: Kysely<unknown>): Promise<void> {
  await follow(db, {
    table: "media_assets",
    inserted: sql`insert into media_library (${FACTS}) ${factsOf("new_rows")};`,
    updated: sql`
      update media_library
      set (created_at, source, type, grouped, gallery_position, name, texts) = (
        select changed.created_at, changed.source, changed.type, changed.grouped,
          changed.gallery_position, changed.name, changed.texts
      )
      from (${factsOf("new_rows")} except ${factsOf("old_rows")}) as changed (${FACTS})
      where media_library.asset_id = changed.asset_id;`,
    // Deleted by the foreign key.
    deleted: null,
    truncated: null,
  });
}

/**
 * Maintains the keys that depend on tags: coverage and, with the order of projects, the gallery order. Concurrent
 * writers are serialised, first by an advisory lock on the project (which may not exist yet), then by the locks on the
 * asset rows, so that the second one sees the changes of the first.
 */
async function followTags(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_media_tags(ids text[]) returns void
    language plpgsql set search_path from current as $$
    begin
      perform from media_library where asset_id = any(ids) order by asset_id for no key update;
      update media_library as listed
      set (untagged, unreviewed, gallery_order) =
        (select found.untagged, found.unreviewed, found.gallery_order)
      from (
        select asset_id,
          count(*) filter (where tag.state = 'live' and tag_type <> 'project') = 0 as untagged,
          count(*) filter (where tag.state = 'proposed' and tag_type <> 'project') > 0 as unreviewed,
          min(project.gallery_order) filter (where tag.state = 'live') as gallery_order
        from unnest(ids) as changed (asset_id)
        left join media_tags as tag using (asset_id)
        left join cms_projects as project on tag_type = 'project' and project.uuid = tag_ref
        group by asset_id
      ) as found
      where listed.asset_id = found.asset_id
        and (listed.untagged, listed.unreviewed, listed.gallery_order)
          is distinct from (found.untagged, found.unreviewed, found.gallery_order);
    end $$`.execute(db);
  await sql`
    create function wait_for_projects(uuids text[]) returns void
    language plpgsql set search_path from current as $$
    begin
      perform pg_advisory_xact_lock(4204, key) from (
        -- Few keys, for the server has room for a few thousand locks alone.
        select distinct hashtext(uuid) & 63 as key from unnest(uuids) as uuid order by key
      ) as keys;
    end $$`.execute(db);

  const retag = (rows: string) =>
    sql`
      perform wait_for_projects(array_agg(tag_ref)) from ${sql.table(rows)}
        where tag_type = 'project' having count(*) > 0;
      perform list_media_tags(array_agg(distinct asset_id)) from ${sql.table(rows)}
        having count(*) > 0;`;
  await follow(db, {
    table: "media_tags",
    inserted: retag("new_rows"),
    updated: sql`${retag("new_rows")} ${retag("old_rows")}`,
    deleted: retag("old_rows"),
    truncated: sql`
      update media_library set untagged = true, unreviewed = false, gallery_order = null
      where not untagged or unreviewed or gallery_order is not null;`,
  });

  const reorder = (projects: ReturnType<typeof sql>) =>
    sql`
      perform wait_for_projects(array_agg(uuid)) from (${projects}) as changed
        having count(*) > 0;
      perform list_media_tags(array_agg(distinct asset_id))
        from (${projects}) as changed join media_tags on tag_type = 'project' and tag_ref = uuid
        having count(*) > 0;`;
  await follow(db, {
    table: "cms_projects",
    inserted: reorder(sql`select uuid from new_rows where gallery_order is not null`),
    updated: reorder(sql`
      select uuid from (
        (select uuid, gallery_order from new_rows except select uuid, gallery_order from old_rows)
        union all
        (select uuid, gallery_order from old_rows except select uuid, gallery_order from new_rows)
      ) as moved`),
    deleted: reorder(sql`select uuid from old_rows where gallery_order is not null`),
    truncated: sql`
      update media_library set gallery_order = null where gallery_order is not null;`,
  });
}

async function followLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_media_links(ids text[]) returns void
    language plpgsql set search_path from current as $$
    begin
      perform from media_library where asset_id = any(ids) order by asset_id for no key update;
      update media_library as listed
      set used = not listed.used
      where asset_id = any(ids)
        and used <> exists (select from media_links where media_links.asset_id = listed.asset_id);
    end $$`.execute(db);
  const relink = (rows: string) =>
    sql`
      perform list_media_links(array_agg(distinct asset_id)) from ${sql.table(rows)}
        having count(*) > 0;`;
  await follow(db, {
    table: "media_links",
    inserted: relink("new_rows"),
    updated: sql`${relink("new_rows")} ${relink("old_rows")}`,
    deleted: relink("old_rows"),
    truncated: sql`update media_library set used = false where used;`,
  });
}

type Body = ReturnType<typeof sql> | null;

interface Followed {
  table: string;
  inserted: Body;
  updated: Body;
  deleted: Body;
  truncated: Body;
}

/** Adds a statement-level trigger to a table, with access to the old and the new rows. */
async function follow(
  db: Kysely<unknown>,
  { table, inserted, updated, deleted, truncated }: Followed,
): Promise<void> {
  const [oldRows, newRows] = ["old table as old_rows", "new table as new_rows"];
  for (
    const [event, body, rows] of [
      ["insert", inserted, `referencing ${newRows}`],
      ["update", updated, `referencing ${oldRows} ${newRows}`],
      ["delete", deleted, `referencing ${oldRows}`],
      ["truncate", truncated, ""],
    ] as const
  ) {
    if (body === null) continue;
    const name = sql.id(`list_${table}_on_${event}`);
    await sql`
      create function ${name}() returns trigger
      language plpgsql set search_path from current as $$
      begin ${body} return null; end $$`.execute(db);
    await sql`
      create trigger list_${sql.raw(event)} after ${sql.raw(event)} on ${sql.table(table)}
      ${sql.raw(rows)} for each statement execute function ${name}()`.execute(db);
  }
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  // Each index serves both directions of a sort order.
  const orders = {
    created: ["created_at"],
    name: ["name"],
    gallery: ["gallery_order", "gallery_position", "created_at"],
    // Filters by one value, in the default order.
    source: ["source", "created_at"],
    type: ["type", "created_at"],
    used: ["used", "created_at"],
    untagged: ["untagged", "created_at"],
    unreviewed: ["unreviewed", "created_at"],
    grouped: ["grouped", "created_at"],
  };
  for (const [name, columns] of Object.entries(orders)) {
    await sql`
      create index ${sql.id(`media_library_${name}_idx`)} on media_library
      (${sql.raw(columns.join(", "))}, asset_id collate "C")`.execute(db);
  }
  await sql`
    create index media_tags_live_idx on media_tags (tag_type, tag_ref, asset_id)
    where state = 'live'`.execute(db);
  // Any role that owns its database may add this extension. Without it, a search reads every row of the list.
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index media_library_texts_idx on media_library using gin (texts gin_trgm_ops);
    exception
      when insufficient_privilege or undefined_file or undefined_object or feature_not_supported
      then null;
    end $$`.execute(db);
}
