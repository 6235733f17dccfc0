/** Links: the pictures that staff put in a system's gallery or beside an option (spec §2.12). */
import { type Kysely, sql, type Transaction } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  type Entity,
  type FieldErrors,
} from "@/lib/records/mod.ts";
import { anyOf, type Database, LOCKS } from "@/lib/db/mod.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";

/** A system's gallery. Until somebody edits it, it is empty and has the display mode `grid`. */
export interface GalleryRecord {
  readonly systemId: string;
  readonly displayMode: "grid" | "slideshow";
  /** In gallery order, without repetition. */
  readonly assetIds: readonly string[];
  /** The system's primary picture; null means the first one. */
  readonly primaryId: string | null;
}

/** Largest number of pictures in one gallery. */
const MAX_GALLERY = 100;

const GALLERY = { owner_type: "system", slot: "gallery" } as const;
const DEFAULT = { owner_type: "option", slot: "default" } as const;

/**
 * Takes the advisory lock under which one transaction at a time writes links or deletes assets. It is the same lock
 * that editing buyer pages takes, because pages link to assets too. It must be the first lock of a transaction.
 */
export async function lockUses(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.pages)})`.execute(trx);
}

/**
 * Takes row locks on assets before their links change, ordered by id as all bulk actions do. A trigger stores whether
 * an asset is used, and transactions that updated that in different orders could deadlock.
 */
export async function lockAssets(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  await trx.selectFrom("media_assets").select("id")
    .where("id", "=", anyOf(ids))
    .orderBy(sql`id collate "C"`).forNoKeyUpdate().execute();
}

/** Galleries as records (spec §2.1). Every system has one. */
export const galleryEntity: Entity<GalleryRecord> = {
  type: "system-gallery",
  async read(trx, systemId, { lock }) {
    if (!ID_PATTERN.test(systemId)) return null;
    if (lock) await lockUses(trx);
    const row = await trx.selectFrom("systems as system")
      .leftJoin("system_galleries as gallery", "gallery.system_id", "system.id")
      .select("gallery.display_mode as displayMode")
      .where("system.id", "=", systemId).executeTakeFirst();
    if (row === undefined) return null;
    const links = await trx.selectFrom("media_links").select(["asset_id as id", "is_primary"])
      .where("owner_type", "=", GALLERY.owner_type).where("owner_id", "=", systemId)
      .where("slot", "=", GALLERY.slot)
      .orderBy("position").orderBy("asset_id").execute();
    return {
      systemId,
      displayMode: row.displayMode ?? "grid",
      assetIds: links.map(({ id }) => id),
      primaryId: links.find((link) => link.is_primary)?.id ?? null,
    };
  },
  async update(trx, { systemId, displayMode, assetIds, primaryId }, before) {
    await lockAssets(trx, [...before.assetIds, ...assetIds]);
    await trx.insertInto("system_galleries")
      .values({ system_id: systemId, display_mode: displayMode })
      .onConflict((on) => on.column("system_id").doUpdateSet({ display_mode: displayMode }))
      .execute();
    await trx.deleteFrom("media_links").where("owner_type", "=", GALLERY.owner_type)
      .where("owner_id", "=", systemId).where("slot", "=", GALLERY.slot).execute();
    if (assetIds.length === 0) return;
    await trx.insertInto("media_links").values(assetIds.map((id, index) => ({
      ...GALLERY,
      asset_id: id,
      owner_id: systemId,
      position: index,
      is_primary: id === primaryId,
    }))).execute();
  },
};

/** A gallery form: the new state, its author and the version that the author saw. */
interface GallerySave extends Omit<GalleryRecord, "systemId"> {
  readonly by: Author;
  readonly version: string;
}

/**
 * Saves a system's gallery. Refuses missing or repeated assets, or more than {@linkcode MAX_GALLERY}, by the field
 * `assetIds`, and a primary picture outside the gallery by `primaryId`.
 */
export function saveGallery(
  db: Kysely<Database>,
  systemId: string,
  { by, version, displayMode, assetIds, primaryId }: GallerySave,
): Promise<ChangeOutcome<GalleryRecord>> {
  return changeRecord(db, galleryEntity, {
    by,
    id: systemId,
    version,
    action: "update",
    next: { systemId, displayMode, assetIds, primaryId },
    check: checkGallery,
  });
}

/** Validates a gallery: see {@linkcode saveGallery}. */
async function checkGallery(
  trx: Transaction<Database>,
  { assetIds, primaryId }: GalleryRecord,
): Promise<FieldErrors> {
  if (assetIds.length > MAX_GALLERY) {
    return { assetIds: `Choose at most ${MAX_GALLERY} pictures` };
  }
  if (new Set(assetIds).size < assetIds.length) {
    return { assetIds: "A picture is in the gallery twice" };
  }
  if (primaryId !== null && !assetIds.includes(primaryId)) {
    return { primaryId: "The lead picture is not in the gallery. Choose another" };
  }
  const gone = await missingAssets(trx, assetIds);
  if (gone.length === 0) return {};
  const which = gone.length === 1 ? "A picture is" : `${gone.length} pictures are`;
  return { assetIds: `${which} no longer in the library. Remove or replace what is gone` };
}

/** An option and its default picture. */
export interface OptionPicture {
  readonly optionId: string;
  readonly factorId: string;
  readonly assetId: string | null;
}

/** The default pictures of options as records. The audit log shows their changes as changes of the option. */
export const optionPictureEntity: Entity<OptionPicture> = {
  type: "option",
  async read(trx, optionId, { lock }) {
    if (!ID_PATTERN.test(optionId)) return null;
    if (lock) await lockUses(trx);
    const row = await trx.selectFrom("factor_options as option")
      .leftJoin("media_links as link", (join) =>
        join.onRef("link.owner_id", "=", "option.id")
          .on("link.owner_type", "=", DEFAULT.owner_type).on("link.slot", "=", DEFAULT.slot))
      .select(["option.factor_id as factorId", "link.asset_id as assetId"])
      .where("option.id", "=", optionId)
      .orderBy("link.position").orderBy("link.asset_id").executeTakeFirst();
    return row === undefined ? null : { optionId, ...row };
  },
  async update(trx, { optionId, assetId }, before) {
    await lockAssets(trx, [before.assetId, assetId].filter((id) => id !== null));
    await trx.deleteFrom("media_links").where("owner_type", "=", DEFAULT.owner_type)
      .where("owner_id", "=", optionId).where("slot", "=", DEFAULT.slot).execute();
    if (assetId === null) return;
    await trx.insertInto("media_links")
      .values({ ...DEFAULT, asset_id: assetId, owner_id: optionId, is_primary: true }).execute();
  },
};

/** A system's gallery, or an option's default picture. */
export interface LinkOwner {
  readonly type: "system" | "option";
  readonly id: string;
}

/** An asset to link or unlink, and the place. */
interface LinkAct {
  readonly by: Author;
  readonly assetId: string;
  readonly owner: LinkOwner;
  /** Version of the gallery or option picture that the author saw; absent to skip the conflict check. */
  readonly version?: string | undefined;
}

/** The outcome of {@linkcode linkAsset} and {@linkcode unlinkAsset}, with the record of the place. */
type LinkOutcome = ChangeOutcome<GalleryRecord> | ChangeOutcome<OptionPicture>;

/**
 * Appends an asset to a system's gallery, or makes it an option's default picture in place of the former one. Refuses
 * what {@linkcode saveGallery} and {@linkcode saveOptionPicture} refuse; linking a gallery's asset again changes
 * nothing.
 */
export function linkAsset(
  db: Kysely<Database>,
  { by, assetId, owner: { type, id }, version }: LinkAct,
): Promise<LinkOutcome> {
  if (type === "option") return saveOptionPicture(db, { by, optionId: id, assetId, version });
  return changeRecord(db, galleryEntity, {
    by,
    id,
    version,
    action: "link",
    next: (gallery) =>
      gallery.assetIds.includes(assetId)
        ? gallery
        : { ...gallery, assetIds: [...gallery.assetIds, assetId] },
    check: checkGallery,
  });
}

/** Removes an asset from a system's gallery or from an option. Has no effect when it is not linked there. */
export function unlinkAsset(
  db: Kysely<Database>,
  { by, assetId, owner: { type, id }, version }: LinkAct,
): Promise<LinkOutcome> {
  if (type === "option") {
    return changeRecord(db, optionPictureEntity, {
      by,
      id,
      version,
      action: "unlink",
      next: (option) => option.assetId === assetId ? { ...option, assetId: null } : option,
    });
  }
  return changeRecord(db, galleryEntity, {
    by,
    id,
    version,
    action: "unlink",
    next: (gallery) => ({
      ...gallery,
      assetIds: gallery.assetIds.filter((other) => other !== assetId),
      primaryId: gallery.primaryId === assetId ? null : gallery.primaryId,
    }),
  });
}

/** Sets or clears an option's default picture. Refuses a missing asset and a video by the field `assetId`. */
export function saveOptionPicture(
  db: Kysely<Database>,
  { by, optionId, assetId, version }:
    & Omit<OptionPicture, "factorId">
    & Pick<LinkAct, "by" | "version">,
): Promise<ChangeOutcome<OptionPicture>> {
  return changeRecord(db, optionPictureEntity, {
    by,
    id: optionId,
    version,
    action: assetId === null ? "unlink" : "link",
    next: (option) => ({ ...option, assetId }),
    async check(trx) {
      if (assetId === null) return {};
      const type = await typeOf(trx, assetId);
      if (type === "image") return {};
      return {
        assetId: type === null
          ? "This picture is no longer in the library. Choose another"
          : "This place takes pictures only",
      };
    },
  });
}

async function typeOf(trx: Transaction<Database>, id: string): Promise<"image" | "video" | null> {
  if (!ID_PATTERN.test(id)) return null;
  const row = await trx.selectFrom("media_assets").select("type").where("id", "=", id)
    .executeTakeFirst();
  return row?.type ?? null;
}

async function missingAssets(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<string[]> {
  const found = await trx.selectFrom("media_assets").select("id")
    .where("id", "=", anyOf(ids.filter((id) => ID_PATTERN.test(id))))
    .execute();
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
