/** What a process knows of the library without asking: whether anything that is shown has changed. */
import { type DatabaseHandle, follow, type Followed } from "../db/mod.ts";

/** Channel that the triggers of migration 0017 announce a new version on. */
const CHANNEL = "media_changed";

/** The library as of one version; what is remembered of it holds for as long as this object is current. */
export interface MediaEdition {
  /** Moves with every committed change of what is shown. */
  readonly version: number;
}

/**
 * Loads the edition and follows it. While it cannot be read, the last one stays.
 *
 * @throws what keeps the first edition from being loaded.
 */
export function openMediaEditions(options: {
  readonly database: Pick<DatabaseHandle, "db" | "listen">;
  /** How long a change can go unnoticed when its notification is lost. */
  readonly pollMs?: number;
  /** Told once about each distinct reason why the library cannot be followed, until it can again. */
  readonly onError: (error: unknown) => void;
}): Promise<Followed<MediaEdition>> {
  const { db } = options.database;
  return follow({
    ...options,
    channel: CHANNEL,
    subject: "the media library",
    async load(known) {
      const { version } = await db.selectFrom("media_version").select("version")
        .executeTakeFirstOrThrow();
      return known?.version === version ? known : { version };
    },
  });
}
