import { type Kysely, sql } from "kysely";

/** The keys of `media_library` that depend on the tags of an asset. */
const DECIDED = sql`
  count(*) filter (where tag.state = 'live' and tag_type <> 'project') = 0 as untagged,
  count(*) filter (where tag.state = 'proposed' and tag_type <> 'project') > 0 as unreviewed,
  min(case when tag.state = 'live' and tag_type = 'project' then
    (select gallery_order from cms_projects where uuid = tag_ref)
  end) as gallery_order`;

/** Forces index scans: a table that was just filled has no statistics, so the planner would scan it for each row. */
const BY_INDEX = sql`set enable_seqscan to off set jit to off`;

/**
 * Writes the library row of an image only once when it is inserted together with its tags in one statement. Before, the
 * row was written without tags and then updated, with an entry in each of a dozen indexes both times. The keys that
 * depend on tags are always looked up by indexes, whatever the sizes of the tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function list_media_assets_on_insert() returns trigger
    language plpgsql set search_path from current ${BY_INDEX} as $$
    begin
      insert into media_library (asset_id, created_at, source, type, grouped, gallery_position,
        name, texts, untagged, unreviewed, gallery_order)
      select id, created_at, source, type, shot_group_id is not null, gallery_position,
        lower(filename), lower(concat_ws(E'\\x01', filename, alt_text, title)),
        tags.untagged, tags.unreviewed, tags.gallery_order
      from new_rows
      cross join lateral (
        select ${DECIDED} from media_tags as tag where tag.asset_id = new_rows.id
      ) as tags;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function list_media_tags(ids text[]) returns void
    language plpgsql set search_path from current ${BY_INDEX} as $$
    begin
      perform from media_library where asset_id = any(ids) order by asset_id for no key update;
      update media_library as listed
      set (untagged, unreviewed, gallery_order) =
        (select found.untagged, found.unreviewed, found.gallery_order)
      from unnest(ids) as changed (asset_id)
      cross join lateral (
        select ${DECIDED} from media_tags as tag where tag.asset_id = changed.asset_id
      ) as found
      where listed.asset_id = changed.asset_id
        and (listed.untagged, listed.unreviewed, listed.gallery_order)
          is distinct from (found.untagged, found.unreviewed, found.gallery_order);
    end $$`.execute(db);
}
