/** The entity of pages: only what differs from the definitions is stored. */
import type { Kysely, Transaction } from "kysely";
import type { Entity, FieldErrors } from "../records/mod.ts";
import type { Database } from "../db/mod.ts";
import { lockAssets, lockUses } from "../media/mod.ts";
import { findPage } from "./definitions.ts";

/** The stored content of a page. */
export interface PageRecord {
  readonly id: string;
  /** Texts that differ from the defaults, by field. */
  readonly texts: Readonly<Record<string, string>>;
  /** Asset id by slot, for slots with a picture. */
  readonly slots: Readonly<Record<string, string>>;
}

/** Entity of pages (design §7). Every defined page can be read, whether or not anything is stored for it. */
export const pageEntity: Entity<PageRecord> = {
  type: "page",
  async read(db, id, { lock }) {
    if (findPage(id) === undefined) return null;
    // An unchanged page has no row to lock, so the uses of pictures are locked instead.
    if (lock) await lockUses(db);
    const row = await db.selectFrom("pages").select("texts").where("id", "=", id)
      .executeTakeFirst();
    return { id, texts: row?.texts ?? {}, slots: await readSlots(db, id) };
  },
  async update(trx, { id, texts, slots }, before) {
    await lockAssets(trx, [...Object.values(before.slots), ...Object.values(slots)]);
    await storeTexts(trx, id, texts);
    await trx.deleteFrom("media_links")
      .where("owner_type", "=", "page").where("owner_id", "=", id).execute();
    const links = Object.entries(slots).map(([slot, assetId]) => ({
      asset_id: assetId,
      owner_type: "page" as const,
      owner_id: id,
      slot,
      is_primary: true,
    }));
    if (links.length > 0) await trx.insertInto("media_links").values(links).execute();
  },
};

async function readSlots(db: Kysely<Database>, id: string): Promise<Record<string, string>> {
  const links = await db.selectFrom("media_links").select(["slot", "asset_id"])
    .where("owner_type", "=", "page").where("owner_id", "=", id)
    .orderBy("slot").orderBy("position", "desc").orderBy("asset_id", "desc").execute();
  return Object.fromEntries(links.map(({ slot, asset_id }) => [slot, asset_id]));
}

async function storeTexts(
  trx: Transaction<Database>,
  id: string,
  texts: PageRecord["texts"],
): Promise<void> {
  if (Object.keys(texts).length === 0) {
    await trx.deleteFrom("pages").where("id", "=", id).execute();
    return;
  }
  await trx.insertInto("pages").values({ id, texts })
    .onConflict((on) => on.column("id").doUpdateSet({ texts })).execute();
}

/** Checks that the pictures of a page exist and that their types fit their slots. Returns error messages by slot. */
export async function checkSlots(
  trx: Transaction<Database>,
  { id, slots }: PageRecord,
): Promise<FieldErrors> {
  const ids = Object.values(slots);
  if (ids.length === 0) return {};
  const assets = await trx.selectFrom("media_assets").select(["id", "type"])
    .where("id", "in", ids).forKeyShare().execute();
  const errors: Record<string, string> = {};
  for (const [slot, assetId] of Object.entries(slots)) {
    const asset = assets.find((asset) => asset.id === assetId);
    const accepts = findPage(id)?.slots[slot]?.accepts;
    if (!asset) errors[slot] = "This picture is no longer in the library. Choose another";
    else if (!accepts?.includes(asset.type)) errors[slot] = "This place takes pictures only";
  }
  return errors;
}
