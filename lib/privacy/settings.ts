/** The privacy settings of staff, and their storage (spec §4.1, §4.9). */
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Entity } from "../records/mod.ts";
import { type Database, follow, type Followed, type FollowerOptions } from "../db/mod.ts";

/** Schema of the settings; a missing or invalid one takes its default. */
export const PrivacySettings = z.object({
  /** Whether projects near a visitor with measurement consent rank higher and are marked as near (spec §4.1). */
  near_projects: z.boolean().default(false).catch(false),
});
/** The privacy settings of staff. */
export type PrivacySettings = Readonly<z.infer<typeof PrivacySettings>>;

/** Id of the only record. */
export const PRIVACY_ID = "privacy";

const STANDARD: PrivacySettings = PrivacySettings.parse({});

/** Entity of the privacy settings. Reading returns the defaults while nothing is stored. */
export const privacyEntity: Entity<PrivacySettings> = {
  type: "privacy",
  async read(db, id, { lock }) {
    if (id !== PRIVACY_ID) return null;
    return await readSettings(db, { lock });
  },
  async update(trx, settings) {
    await trx.insertInto("app_settings").values({ id: PRIVACY_ID, settings })
      .onConflict((on) => on.column("id").doUpdateSet({ settings })).execute();
  },
};

async function readSettings(
  db: Kysely<Database>,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<PrivacySettings> {
  const row = await db.selectFrom("app_settings").select("settings").where("id", "=", PRIVACY_ID)
    .$if(lock, (rows) => rows.forNoKeyUpdate()).executeTakeFirst();
  return PrivacySettings.safeParse(row?.settings ?? {}).data ?? STANDARD;
}

/** Channel on which the triggers of migration 0035 announce a change. */
const CHANNEL = "settings_changed";

/**
 * Loads the settings and keeps them up to date. While they cannot be read, the last ones stay in effect.
 *
 * @throws when the first read fails.
 */
export function openPrivacySettings(options: FollowerOptions): Promise<Followed<PrivacySettings>> {
  const { database: { db } } = options;
  return follow<PrivacySettings>({
    ...options,
    channel: CHANNEL,
    subject: "the privacy settings",
    async load(known) {
      const settings = await readSettings(db);
      return known?.near_projects === settings.near_projects ? known : settings;
    },
  });
}
