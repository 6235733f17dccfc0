/** Reads what the admin screen of an asset shows beside its record. */
import type { Kysely, Selectable } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { MediaItem } from "../schema.ts";
import { toMediaItem } from "../view.ts";

type AssetRow = Selectable<Database["media_assets"]>;

/** The shot group of an asset. */
interface InspectedGroup {
  readonly name: string;
  /** Number of members, including the asset itself. */
  readonly size: number;
  /** The first 6 other members, oldest first. */
  readonly others: readonly MediaItem[];
}

/** An asset with its original and shot group, and where it comes from. */
export interface Inspection {
  readonly item: MediaItem;
  readonly source: AssetRow["source"];
  /** The CMS's texts at the last write by the sync; null for an uploaded asset. */
  readonly cmsTexts: { readonly title: string | null; readonly alt: string | null } | null;
  /** The stored original; null before its upload or import. */
  readonly original: { mime: string; bytes: number } | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly remoteUrl: string | null;
  readonly importFailure: { readonly reason: string; readonly at: Date | null } | null;
  readonly videoId: string | null;
  readonly uploadedBy: string | null;
  readonly createdAt: Date;
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
  return {
    item: toMediaItem(row, playerUrl),
    source: row.source,
    cmsTexts: row.source === "cms" ? { title: row.cms_title, alt: row.cms_alt_text } : null,
    original: row.original_hash === null || row.mime === null || row.bytes === null
      ? null
      : { mime: row.mime, bytes: row.bytes },
    width: row.width,
    height: row.height,
    remoteUrl: row.remote_url,
    importFailure: row.import_error === null
      ? null
      : { reason: row.import_error, at: row.import_failed_at },
    videoId: row.video_id,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at,
    group: await groupOf(db, row, playerUrl),
  };
}

async function groupOf(
  db: Kysely<Database>,
  { id, shot_group_id: groupId }: AssetRow,
  playerUrl: string,
): Promise<InspectedGroup | null> {
  if (groupId === null) return null;
  const [group, members, others] = await Promise.all([
    db.selectFrom("shot_groups").select("name").where("id", "=", groupId).executeTakeFirst(),
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
