/** A picture or video as staff edit it: its texts, its focal point, its place, and what it shows. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Entity } from "../../records/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { TagType } from "../library/query.ts";

type TagRow = Selectable<Database["media_tags"]>;

/** What records may be called (spec §2.5), a project's uuid too; the database could not even be asked for some others. */
export const REF = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;

/** One thing that a picture may show. */
export interface TagRef {
  readonly type: TagType;
  /** A system, a project's uuid, an option (`factor`), or a category on its axis. */
  readonly ref: string;
}

/** What is known, supposed or denied of a picture. */
export interface Tag extends TagRef {
  readonly state: TagRow["state"];
  readonly source: TagRow["source"];
  /** From 0 to 1; of what was proposed. */
  readonly confidence: number | null;
}

/** An asset as its version and the audit log have it; the links to it are records of their owners. */
export interface AssetRecord {
  readonly id: string;
  readonly type: "image" | "video";
  readonly filename: string;
  readonly title: string | null;
  readonly altText: string | null;
  /** Share of the width, from the left. */
  readonly focalX: number;
  /** Share of the height, from the top. */
  readonly focalY: number;
  /** Place among the pictures of its project. */
  readonly galleryPosition: number | null;
  readonly shotGroupId: string | null;
  /** By type and ref. */
  readonly tags: readonly Tag[];
}

/** Assets (spec §2.12). Read one at a time by screens; bulk actions read and write many at once. */
export const assetEntity: Entity<AssetRecord> = {
  type: "media",
  async read(trx, id, options) {
    const [asset] = await readAssets(trx, [id], options);
    return asset ?? null;
  },
  insert() {
    throw new TypeError("Cannot insert an asset: it comes with its original");
  },
  async update(trx, after, before) {
    await writeAssets(trx, [{ before, after }]);
  },
};

/** Assets that are read or written at a time: a few milliseconds' work, between which others get their turn. */
const PAGE = 500;

/** All of {@linkcode assetPages} at once. */
export async function readAssets(
  db: Kysely<Database>,
  ids: readonly string[],
  options: { readonly lock: boolean },
): Promise<AssetRecord[]> {
  return (await Array.fromAsync(assetPages(db, ids, options))).flat();
}

/**
 * Reads assets, ordered by id, 500 at a time; what is not there is left out. With `lock`, every one is locked against
 * other writers in that order, so that no two bulk actions wait for each other.
 */
export async function* assetPages(
  db: Kysely<Database>,
  ids: readonly string[],
  options: { readonly lock: boolean },
): AsyncGenerator<AssetRecord[]> {
  // Refs are ASCII, so this is the order of their bytes as well.
  const usable = ids.filter((id) => REF.test(id)).sort();
  for (let start = 0; start < usable.length; start += PAGE) {
    yield await readPage(db, usable.slice(start, start + PAGE), options);
  }
}

async function readPage(
  db: Kysely<Database>,
  ids: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<AssetRecord[]> {
  const assets = await db.selectFrom("media_assets")
    .select(["id", "type", "filename", "title", "alt_text as altText"])
    .select(["focal_x as focalX", "focal_y as focalY"])
    .select(["gallery_position as galleryPosition", "shot_group_id as shotGroupId"])
    .where("id", "=", sql<string>`any(${ids}::text[])`)
    .orderBy(sql`id collate "C"`)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute();
  const rows = await db.selectFrom("media_tags")
    .select(["asset_id as assetId", "tag_type as type", "tag_ref as ref"])
    .select(["state", "source", "confidence"])
    .where("asset_id", "=", sql<string>`any(${ids}::text[])`)
    .orderBy(sql`tag_type collate "C"`).orderBy(sql`tag_ref collate "C"`)
    .execute();
  const tags = Map.groupBy(rows, ({ assetId }) => assetId);
  return assets.map((asset) => ({
    ...asset,
    tags: (tags.get(asset.id) ?? []).map(({ assetId: _, ...tag }) => tag),
  }));
}

/** What becomes of an asset. */
export interface AssetChange {
  readonly before: AssetRecord;
  readonly after: AssetRecord;
}

/** Writes what differs, in three statements at most for each 500 assets. The assets must be locked. */
export async function writeAssets(
  trx: Transaction<Database>,
  changes: readonly AssetChange[],
): Promise<void> {
  const projects = changes.map(({ before, after }) => ({
    before: ofProjects(before),
    after: ofProjects(after),
  })).flatMap(({ before, after }) => [...missingFrom(before, after), ...differing(after, before)]);
  await waitForProjects(trx, projects.map(({ tag_ref }) => tag_ref));
  for (let start = 0; start < changes.length; start += PAGE) {
    await writePage(trx, changes.slice(start, start + PAGE));
  }
}

async function writePage(
  trx: Transaction<Database>,
  changes: readonly AssetChange[],
): Promise<void> {
  const columns = changes.filter(({ before, after }) =>
    JSON.stringify(columnsOf(before)) !== JSON.stringify(columnsOf(after))
  ).map(({ after }) => ({ id: after.id, ...columnsOf(after) }));
  if (columns.length > 0) {
    await sql`
      update media_assets as asset set title = new.title, alt_text = new.alt_text,
        focal_x = new.focal_x, focal_y = new.focal_y,
        gallery_position = new.gallery_position, shot_group_id = new.shot_group_id
      from ${rows(columns)} as new(id text, title text, alt_text text, focal_x double precision,
        focal_y double precision, gallery_position integer, shot_group_id text)
      where asset.id = new.id`.execute(trx);
  }
  const gone = changes.flatMap(({ before, after }) => missingFrom(before, after));
  if (gone.length > 0) {
    await sql`
      delete from media_tags as tag
      using ${rows(gone)} as old(asset_id text, tag_type text, tag_ref text)
      where tag.asset_id = old.asset_id and tag.tag_type = old.tag_type
        and tag.tag_ref = old.tag_ref`.execute(trx);
  }
  const set = changes.flatMap(({ before, after }) => differing(after, before));
  if (set.length > 0) {
    await sql`
      insert into media_tags (asset_id, tag_type, tag_ref, state, source, confidence)
      select * from ${rows(set)} as new(asset_id text, tag_type text, tag_ref text, state text,
        source text, confidence real)
      on conflict (asset_id, tag_type, tag_ref) do update
      set state = excluded.state, source = excluded.source, confidence = excluded.confidence`
      .execute(trx);
  }
}

/**
 * Waits for whoever writes which pictures show some projects, or moves those projects, and holds them until the
 * transaction ends. All at once and before any picture's place in the library is written: taken one after the other,
 * two transactions could wait for each other.
 */
export async function waitForProjects(
  trx: Transaction<Database>,
  uuids: readonly string[],
): Promise<void> {
  if (uuids.length === 0) return;
  await sql`select wait_for_projects(${[...uuids]}::text[])`.execute(trx);
}

/** What names a thing that a picture may show, as one text. */
export function tagKey({ type, ref }: TagRef): string {
  return `${type} ${ref}`;
}

function columnsOf({ title, altText, focalX, focalY, galleryPosition, shotGroupId }: AssetRecord) {
  return {
    title,
    alt_text: altText,
    focal_x: focalX,
    focal_y: focalY,
    gallery_position: galleryPosition,
    shot_group_id: shotGroupId,
  };
}

/** An asset with the projects alone of what it shows. */
function ofProjects(asset: AssetRecord): AssetRecord {
  return { ...asset, tags: asset.tags.filter(({ type }) => type === "project") };
}

function missingFrom(before: AssetRecord, after: AssetRecord) {
  const kept = new Set(after.tags.map(tagKey));
  return before.tags.filter((tag) => !kept.has(tagKey(tag))).map((tag) => keyOf(before, tag));
}

function differing(after: AssetRecord, before: AssetRecord) {
  const stored = new Map(before.tags.map((tag) => [tagKey(tag), tag]));
  return after.tags.filter((tag) => {
    const was = stored.get(tagKey(tag));
    return was?.state !== tag.state || was.source !== tag.source ||
      was.confidence !== tag.confidence;
  }).map((tag) => ({
    ...keyOf(after, tag),
    state: tag.state,
    source: tag.source,
    confidence: tag.confidence,
  }));
}

function keyOf({ id }: AssetRecord, { type, ref }: TagRef) {
  return { asset_id: id, tag_type: type, tag_ref: ref };
}

/** Rows as one parameter, for there may be more values than a statement takes parameters. */
function rows(values: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb)`;
}
