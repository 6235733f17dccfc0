/** The SQL condition of a library filter, shared by lists, counts and facets. */
import { type Kysely, sql } from "kysely";
import { containing, type Database } from "@/lib/db/mod.ts";
import type { LibraryFilter } from "./query.ts";

/** Selects the rows of `media_library` that match a filter (spec §4.8). */
export function matching(db: Kysely<Database>, filter: LibraryFilter) {
  const { q, source, type, usage, tag, coverage } = filter;
  let listed = db.selectFrom("media_library as listed");
  if (q !== undefined) {
    listed = listed.where(sql<boolean>`listed.texts like lower(${containing(q)})`);
  }
  if (source !== undefined) listed = listed.where("listed.source", "=", source);
  if (type !== undefined) listed = listed.where("listed.type", "=", type);
  if (usage !== undefined) listed = listed.where("listed.used", "=", usage === "used");
  if (tag !== undefined) {
    listed = listed.where((eb) =>
      eb.exists(
        eb.selectFrom("media_tags as tag").select("tag.asset_id")
          .whereRef("tag.asset_id", "=", "listed.asset_id")
          .where("tag.tag_type", "=", tag.type)
          .where("tag.tag_ref", "=", tag.ref)
          .where("tag.state", "=", sql.lit("live")),
      )
    );
  }
  switch (coverage) {
    case undefined:
      return listed;
    case "untagged":
      return listed.where("listed.untagged", "=", true);
    case "ai-unreviewed":
      return listed.where("listed.unreviewed", "=", true);
    case "no-alt":
      return listed.where((eb) =>
        eb.exists(
          eb.selectFrom("media_assets as asset").select("asset.id")
            .whereRef("asset.id", "=", "listed.asset_id").where("asset.alt_text", "is", null),
        )
      );
    default:
      return listed.where("listed.grouped", "=", coverage === "grouped");
  }
}
