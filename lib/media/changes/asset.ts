/** The asset record that staff edit: texts, focal point, gallery position, shot group and tags. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Entity } from "@/lib/records/mod.ts";
import { anyOf, type Database } from "@/lib/db/mod.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";
import type { TagRef } from "../library/query.ts";

type TagRow = Selectable<Database["media_tags"]>;

/** A tag of an asset: live, proposed or rejected. */
export interface Tag extends TagRef {
  readonly state: TagRow["state"];
  readonly source: TagRow["source"];
  /** From 0 to 1; null unless the tag was proposed. */
  readonly confidence: number | null;
}

/**
 * The part of an asset that its version and the audit log cover. Links are not: they belong to their owners' records.
 */
export interface AssetRecord {
  readonly id: string;
  readonly type: "image" | "video";
  readonly filename: string;
  readonly title: string | null;
  readonly altText: string | null;
  /** Distance of the focal point from the left, as a share of the width from 0 to 1. */
  readonly focalX: number;
  /** Distance of the focal point from the top, as a share of the height from 0 to 1. */
  readonly focalY: number;
  /** Position among the pictures of its project; lower sorts first. */
  readonly galleryPosition: number | null;
  readonly shotGroupId: string | null;
  /** Sorted by type, then ref. */
  readonly tags: readonly Tag[];
}

/**
 * The asset as a record (spec §2.12), for changes of one asset; bulk actions use {@linkcode changeAssets}. It cannot be
 * inserted: ingestion and the CMS sync create assets.
 */
export const assetEntity: Entity<AssetRecord> = {
  type: "media",
  async read(trx, id, options) {
    const [asset] = await readAssets(trx, [id], options);
    return asset ?? null;
  },
  async update(trx, after, before) {
    await writeAssets(trx, [{ before, after }]);
  },
};

/** Assets read or written by one statement: a few milliseconds of work, so that other requests run in between. */
const PAGE = 500;

/** Reads all of {@linkcode assetPages} into one array. */
export async function readAssets(
  db: Kysely<Database>,
  ids: readonly string[],
  options: { readonly lock: boolean },
): Promise<AssetRecord[]> {
  return (await Array.fromAsync(assetPages(db, ids, options))).flat();
}

/**
 * Reads assets in pages of 500, ordered by id; unknown ids are left out. With `lock`, takes a row lock on each in that
 * order, so that bulk actions cannot deadlock.
 */
export async function* assetPages(
  db: Kysely<Database>,
  ids: readonly string[],
  options: { readonly lock: boolean },
): AsyncGenerator<AssetRecord[]> {
  // Ids are ASCII, so this order is the same as `collate "C"` in the query.
  const usable = ids.filter((id) => ID_PATTERN.test(id)).sort();
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
    .where("id", "=", anyOf(ids))
    .orderBy(sql`id collate "C"`)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute();
  const rows = await db.selectFrom("media_tags")
    .select(["asset_id as assetId", "tag_type as type", "tag_ref as ref"])
    .select(["state", "source", "confidence"])
    .where("asset_id", "=", anyOf(ids))
    .orderBy(sql`tag_type collate "C"`).orderBy(sql`tag_ref collate "C"`)
    .execute();
  const tags = Map.groupBy(rows, ({ assetId }) => assetId);
  return assets.map((asset) => ({
    ...asset,
    tags: (tags.get(asset.id) ?? []).map(({ assetId: _, ...tag }) => tag),
  }));
}

/** An asset before and after a change. */
export interface AssetChange {
  readonly before: AssetRecord;
  readonly after: AssetRecord;
}

/** Writes the columns and tags that differ, in at most three statements per 500 assets. The assets must be locked. */
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
 * Takes advisory locks on projects until the transaction ends, against other transactions that tag assets with them
 * or change their gallery order. Call it once with all the projects, before any of their tags is written: locks taken
 * one by one could deadlock.
 */
export async function waitForProjects(
  trx: Transaction<Database>,
  uuids: readonly string[],
): Promise<void> {
  if (uuids.length === 0) return;
  await sql`select wait_for_projects(${[...uuids]}::text[])`.execute(trx);
}

/** Formats a reference as a map key; equal references have equal keys. */
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

/** Keeps only the project tags of an asset. */
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

/** Binds rows as one JSON parameter, because their values may exceed the parameter limit of a statement. */
function rows(values: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb)`;
}
