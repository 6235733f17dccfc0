/** Reads one asset for its admin screen. */
import type { Kysely, Selectable } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { MediaItem } from "../schema.ts";
import { toMediaItem } from "../view.ts";

type AssetRow = Selectable<Database["media_assets"]>;
type TagRow = Selectable<Database["media_tags"]>;

/** A tag of an asset, with its name. */
export interface InspectedTag extends Pick<TagRow, "state" | "confidence" | "source"> {
  readonly type: TagRow["tag_type"];
  readonly ref: string;
  /**
   * Name of the category or project; null for systems and options, which the catalog names, and for a missing record.
   */
  readonly name: string | null;
}

/** The shot group of an asset. */
export interface InspectedGroup {
  readonly id: string;
  readonly name: string;
  /** Number of members, including the asset itself. */
  readonly size: number;
  /** The first 6 other members, oldest first. */
  readonly others: readonly MediaItem[];
}

/** An asset with its texts, original, tags and shot group. */
export interface Inspection {
  readonly item: MediaItem;
  readonly filename: string;
  /** Alternative text; null until somebody has written one. */
  readonly alt: string | null;
  readonly source: AssetRow["source"];
  readonly sourceRef: string | null;
  /** The CMS's texts at the last write by the sync; null for an uploaded asset. */
  readonly cmsTexts: { readonly title: string | null; readonly alt: string | null } | null;
  /** The stored original; null before its upload or import. */
  readonly original: { mime: string; bytes: number; hash: string } | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly focal: { readonly x: number; readonly y: number };
  readonly remoteUrl: string | null;
  readonly importFailure: { readonly reason: string; readonly at: Date | null } | null;
  readonly videoId: string | null;
  readonly uploadedBy: string | null;
  readonly createdAt: Date;
  /** The live and proposed tags, without rejected ones. */
  readonly tags: readonly InspectedTag[];
  readonly group: InspectedGroup | null;
}

const MOST_OTHERS = 6;

/** Reads an asset for its admin screen; null for an unknown id. */
export async function inspectAsset(
  db: Kysely<Database>,
  { id, playerUrl }: { id: string; playerUrl: string },
): Promise<Inspection | null> {
  const row = await db.selectFrom("media_assets").selectAll().where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [tags, group] = await Promise.all([tagsOf(db, id), groupOf(db, row, playerUrl)]);
  return {
    item: toMediaItem(row, playerUrl),
    filename: row.filename,
    alt: row.alt_text,
    source: row.source,
    sourceRef: row.source_ref,
    cmsTexts: row.source === "cms" ? { title: row.cms_title, alt: row.cms_alt_text } : null,
    original: row.original_hash === null || row.mime === null || row.bytes === null
      ? null
      : { mime: row.mime, bytes: row.bytes, hash: row.original_hash },
    width: row.width,
    height: row.height,
    focal: { x: row.focal_x, y: row.focal_y },
    remoteUrl: row.remote_url,
    importFailure: row.import_error === null
      ? null
      : { reason: row.import_error, at: row.import_failed_at },
    videoId: row.video_id,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at,
    tags,
    group,
  };
}

async function tagsOf(db: Kysely<Database>, id: string): Promise<InspectedTag[]> {
  const rows = await db.selectFrom("media_tags as tag")
    .leftJoin(
      "media_categories as category",
      (join) =>
        join.onRef("category.id", "=", "tag.tag_ref").onRef("category.axis", "=", "tag.tag_type"),
    )
    .leftJoin(
      "cms_projects as project",
      (join) => join.onRef("project.uuid", "=", "tag.tag_ref").on("tag.tag_type", "=", "project"),
    )
    .select([
      "tag.tag_type as type",
      "tag.tag_ref as ref",
      "tag.state",
      "tag.confidence",
      "tag.source",
      "category.name as category",
      "project.name as project",
    ])
    .where("tag.asset_id", "=", id)
    .where("tag.state", "!=", "rejected")
    .orderBy("tag.tag_type").orderBy("tag.confidence", "desc").orderBy("tag.tag_ref")
    .execute();
  return rows.map(({ category, project, ...tag }) => ({ ...tag, name: category ?? project }));
}

async function groupOf(
  db: Kysely<Database>,
  { id, shot_group_id: groupId }: AssetRow,
  playerUrl: string,
): Promise<InspectedGroup | null> {
  if (groupId === null) return null;
  const [group, members, others] = await Promise.all([
    db.selectFrom("shot_groups").select(["id", "name"]).where("id", "=", groupId)
      .executeTakeFirst(),
    db.selectFrom("media_assets").select(({ fn }) => fn.countAll<string>().as("size"))
      .where("shot_group_id", "=", groupId).executeTakeFirstOrThrow(),
    db.selectFrom("media_assets").selectAll().where("shot_group_id", "=", groupId)
      .where("id", "!=", id).orderBy("created_at").orderBy("id").limit(MOST_OTHERS).execute(),
  ]);
  return group
    ? {
      ...group,
      size: Number(members.size),
      others: others.map((other) => toMediaItem(other, playerUrl)),
    }
    : null;
}
