/** What staff decide about the privacy of visitors, and how it is kept (spec §4.1, §4.9). */
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Entity } from "../records/mod.ts";
import { type Database, type DatabaseHandle, follow, type Followed } from "../db/mod.ts";

/** The settings; what nobody has decided is as in {@linkcode STANDARD}. */
export const PrivacySettings = z.object({
  /** Whether projects near a visitor who consents to measurement come first and say so (spec §4.1). */
  near_projects: z.boolean().default(false).catch(false),
});
/** What staff decide about the privacy of visitors. */
export type PrivacySettings = Readonly<z.infer<typeof PrivacySettings>>;

/** Id of the one record. */
export const PRIVACY_ID = "privacy";

const STANDARD: PrivacySettings = PrivacySettings.parse({});

/** The settings as staff change them. They are there whether or not anything of them is stored. */
export const privacyEntity: Entity<PrivacySettings> = {
  type: "privacy",
  async read(db, id, { lock }) {
    if (id !== PRIVACY_ID) return null;
    return await readSettings(db, { lock });
  },
  insert() {
    throw new TypeError("Cannot create the privacy settings: there is one record of them");
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

/** Channel that the triggers of migration 0035 announce a change on. */
const CHANNEL = "settings_changed";

/**
 * Reads the settings and follows them. While they cannot be read, the last ones stay.
 *
 * @throws what keeps them from being read first.
 */
export function openPrivacySettings(options: {
  readonly database: Pick<DatabaseHandle, "db" | "listen">;
  /** How long a change can go unnoticed when its notification is lost. */
  readonly pollMs?: number;
  /** Told once about each distinct reason why they cannot be followed, until they can again. */
  readonly onError: (error: unknown) => void;
}): Promise<Followed<PrivacySettings>> {
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
