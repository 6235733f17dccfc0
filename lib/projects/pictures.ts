/** The pictures of a project: which show it, and in which order, as staff say and the CMS says. */
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

/** The pictures that show a project, in the order of its gallery. */
export interface ProjectPictures {
  readonly uuid: string;
  readonly assetIds: readonly string[];
  /** Those of which the CMS says so: they stay. */
  readonly fixedIds: readonly string[];
}

/** Most pictures of one project that staff choose, beside those of the CMS, which stay. */
const MAX_CHOSEN = 200;

/** Reads the pictures of a project; null where there is no such project. */
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
    fixedIds: rows.filter(({ source }) => source === "cms").map(({ id }) => id).sort(),
  };
}

interface PicturesSave {
  readonly by: Author;
  readonly uuid: string;
  readonly version: string;
  /** In order, each once. */
  readonly assetIds: readonly string[];
}

/**
 * Makes exactly these pictures show a project, in this order. Each picture that this changes has an entry of its
 * own in the log. A picture that is gone is refused by the field `assetIds`, and so is taking out one that
 * the CMS has put there.
 */
export async function saveProjectPictures(
  db: Kysely<Database>,
  { by, uuid, version, assetIds }: PicturesSave,
): Promise<ChangeOutcome<ProjectPictures>> {
  // What the plan finds out; it writes nothing unless it says `changed`.
  let outcome: ChangeOutcome<ProjectPictures> = { kind: "missing" };
  await changeRecords(db, assetEntity, {
    by,
    action: "update",
    async plan(trx) {
      // One at a time changes the pictures of a project.
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
  { assetIds, fixedIds }: ProjectPictures,
  assets: readonly AssetRecord[],
): string | null {
  if (fixedIds.some((id) => !assetIds.includes(id))) {
    return "The CMS says that a picture you took out shows this project, so it stays";
  }
  if (assetIds.length - fixedIds.length > MAX_CHOSEN) {
    return `Choose at most ${MAX_CHOSEN} pictures${
      fixedIds.length === 0 ? "" : " beside those of the CMS"
    }`;
  }
  const known = new Set(assets.map(({ id }) => id));
  return assetIds.every((id) => known.has(id))
    ? null
    : "A picture is no longer in the library. Take out what is gone";
}

/** What becomes of each picture: a place is kept wherever it is after the one before it. */
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
