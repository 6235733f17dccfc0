import { type Kysely, sql } from "kysely";

/** Allows an image to have a video, as its still (spec §4.11). An asset of type video still requires one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("media_assets").dropConstraint("media_assets_video_check").execute();
  await db.schema.alterTable("media_assets")
    .addCheckConstraint(
      "media_assets_video_check",
      sql`type <> 'video' or video_id is not null`,
    )
    .execute();
}
