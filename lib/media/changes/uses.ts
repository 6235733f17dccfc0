/** Reads where assets are used (spec §2.12). */
import type { Kysely } from "kysely";
import { anyOf, type Database } from "@/lib/db/mod.ts";

/** One link to an asset. */
export interface AssetUse {
  readonly assetId: string;
  readonly ownerType: "system" | "option" | "page";
  readonly ownerId: string;
  /** Name of the system or label of the option; null for a page, and for an owner that no longer exists. */
  readonly ownerName: string | null;
  /** Factor of the option, for the URL of its admin page. */
  readonly factorId: string | null;
  readonly slot: string;
  readonly isPrimary: boolean;
}

/** Reads all links to some assets, in a stable order: by asset, owner type, owner name, owner id and slot. */
export async function whereUsed(
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<AssetUse[]> {
  return await db.selectFrom("media_links as link")
    .leftJoin(
      "systems as system",
      (join) => join.onRef("system.id", "=", "link.owner_id").on("link.owner_type", "=", "system"),
    )
    .leftJoin(
      "factor_options as option",
      (join) => join.onRef("option.id", "=", "link.owner_id").on("link.owner_type", "=", "option"),
    )
    .select([
      "link.asset_id as assetId",
      "link.owner_type as ownerType",
      "link.owner_id as ownerId",
      "link.slot",
      "link.is_primary as isPrimary",
      "option.factor_id as factorId",
    ])
    .select((eb) => eb.fn.coalesce("system.name", "option.label").as("ownerName"))
    .where("link.asset_id", "=", anyOf(assetIds))
    .orderBy("link.asset_id").orderBy("link.owner_type", "desc").orderBy("ownerName")
    .orderBy("link.owner_id").orderBy("link.slot")
    .execute();
}
