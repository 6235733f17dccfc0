import { type Kysely, sql } from "kysely";

/** Lets an image play a video, of which it is the still (spec §4.11); a video has one all the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("media_assets").dropConstraint("media_assets_video_check").execute();
  await db.schema.alterTable("media_assets")
    .addCheckConstraint(
      "media_assets_video_check",
      sql`type <> 'video' or video_id is not null`,
    )
    .execute();
}
