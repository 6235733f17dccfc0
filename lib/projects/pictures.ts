/** The pictures of a project and their order, from staff and from the CMS. */
import { type Kysely, sql } from "kysely";
import { type Author, type ChangeOutcome, changeRecords, versionOf } from "../records/mod.ts";
import type { Database } from "../db/mod.ts";
import {
  assetEntity,
  type AssetRecord,
  readAssets,
  type TagRef,
  withLive,
  withoutLive,
} from "../media/mod.ts";

/** The assets with a live tag of a project. */
export interface ProjectPictures {
  readonly uuid: string;
  /** In gallery order. */
  readonly assetIds: readonly string[];
  /** Those tagged by the CMS, sorted by id. */
  readonly cmsIds: readonly string[];
}

/** Largest number of pictures that staff add to one project, not counting those of the CMS. */
const MAX_CHOSEN = 200;

/** Reads the pictures of a project; null for an unknown project. */
export async function readProjectPictures(
  db: Kysely<Database>,
  uuid: string,
): Promise<ProjectPictures | null> {
  const project = await db.selectFrom("cms_projects").select("uuid").where("uuid", "=", uuid)
    .executeTakeFirst();
  if (project === undefined) return null;
  const rows = await db.selectFrom("media_tags as tag")
    .innerJoin("media_assets as asset", "asset.id", "tag.asset_id")
    .select(["asset.id", "tag.source"])
    .where("tag.tag_type", "=", "project").where("tag.tag_ref", "=", uuid)
    .where("tag.state", "=", "live")
    .orderBy("asset.gallery_position", (order) => order.asc().nullsLast())
    .orderBy("asset.created_at")
    .orderBy(sql`asset.id collate "C"`)
    .execute();
  return {
    uuid,
    assetIds: rows.map(({ id }) => id),
    cmsIds: rows.filter(({ source }) => source === "cms").map(({ id }) => id).sort(),
  };
}

interface PicturesSave {
  readonly by: Author;
  readonly uuid: string;
  readonly version: string;
  /** In gallery order, without repetition. */
  readonly assetIds: readonly string[];
}

/**
 * Sets the pictures of a project and their order: tags and untags assets, and writes their gallery positions. The tag
 * of a removed asset that the CMS tagged is kept as rejected, so that the sync does not add it again (decision 12).
 * Writes an audit entry for each asset that changes. Refuses by the field `assetIds`: a missing asset, and more than
 * 200 assets beside those of the CMS. A stale `version` is a conflict, unless the pictures are the same.
 */
export async function saveProjectPictures(
  db: Kysely<Database>,
  { by, uuid, version, assetIds }: PicturesSave,
): Promise<ChangeOutcome<ProjectPictures>> {
  // Set by the plan below. The plan returns changes to write only together with the outcome `changed`.
  let outcome: ChangeOutcome<ProjectPictures> = { kind: "missing" };
  await changeRecords(db, assetEntity, {
    by,
    action: "update",
    async plan(trx) {
      // The row lock serialises changes of one project's pictures.
      await trx.selectFrom("cms_projects").select("uuid").where("uuid", "=", uuid)
        .forNoKeyUpdate().execute();
      const before = await readProjectPictures(trx, uuid);
      if (before === null) return new Map();
      const record = { ...before, assetIds };
      if (before.assetIds.join() === assetIds.join()) {
        outcome = { kind: "unchanged", record };
        return new Map();
      }
      const now = versionOf(before);
      if (now !== version) {
        outcome = { kind: "conflict", current: before, version: now };
        return new Map();
      }
      const assets = await readAssets(trx, [...new Set([...before.assetIds, ...assetIds])], {
        lock: true,
      });
      const wrong = whatIsWrong(record, assets);
      outcome = wrong === null
        ? { kind: "changed", before, record }
        : { kind: "invalid", fields: { assetIds: wrong } };
      return wrong === null ? changesOf(record, assets) : new Map();
    },
  });
  return outcome;
}

function whatIsWrong(
  { assetIds, cmsIds }: ProjectPictures,
  assets: readonly AssetRecord[],
): string | null {
  const ofCms = new Set(cmsIds);
  if (assetIds.filter((id) => !ofCms.has(id)).length > MAX_CHOSEN) {
    return `Choose at most ${MAX_CHOSEN} pictures${
      ofCms.size === 0 ? "" : " beside those of the CMS"
    }`;
  }
  const known = new Set(assets.map(({ id }) => id));
  return assetIds.every((id) => known.has(id))
    ? null
    : "A picture is no longer in the library. Take out what is gone";
}

/**
 * Computes the change of each asset. A gallery position stays if it is greater than that of the asset before;
 * otherwise it becomes the next integer. So a save rewrites few positions.
 */
function changesOf(
  { uuid, assetIds }: ProjectPictures,
  assets: readonly AssetRecord[],
): Map<string, (asset: AssetRecord) => AssetRecord> {
  const tag: TagRef = { type: "project", ref: uuid };
  const positions = new Map(assets.map(({ id, galleryPosition }) => [id, galleryPosition]));
  const changes = new Map<string, (asset: AssetRecord) => AssetRecord>();
  let last = 0;
  for (const id of assetIds) {
    const own = positions.get(id) ?? null;
    const place = last = own !== null && own > last ? own : last + 1;
    changes.set(id, (asset) => ({ ...withLive(asset, [tag]), galleryPosition: place }));
  }
  for (const { id } of assets) {
    if (!changes.has(id)) changes.set(id, (asset) => withoutLive(asset, [tag]));
  }
  return changes;
}
