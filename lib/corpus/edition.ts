/** What a process keeps of the corpus in memory: which one it is, and where product pages are. */
import type { Kysely } from "kysely";
import { type Database, type DatabaseHandle, follow, type Followed } from "../db/mod.ts";

/** Channel that the triggers of migration 0012 announce a new version on. */
const CHANNEL = "corpus_changed";

/** The corpus as of one version. Never changes: another version is another edition. */
export interface CorpusEdition {
  /** Moves with every committed change of what can be quoted. */
  readonly version: number;
  /** The path that a system's product page was captured from (spec §4.1). */
  readonly pdpPathBySystemId: ReadonlyMap<string, string>;
}

/**
 * Loads the edition and follows it. While it cannot be read, the last one stays.
 *
 * @throws what keeps the first edition from being loaded.
 */
export function openCorpusEditions(options: {
  readonly database: Pick<DatabaseHandle, "db" | "listen">;
  /** How long a change can go unnoticed when its notification is lost. */
  readonly pollMs?: number;
  /** Told once about each distinct reason why the corpus cannot be followed, until it can again. */
  readonly onError: (error: unknown) => void;
}): Promise<Followed<CorpusEdition>> {
  const { db } = options.database;
  return follow({
    ...options,
    channel: CHANNEL,
    subject: "the corpus",
    async load(known) {
      // The version comes first: what changes in between is read once too often, never once too few.
      const { version } = await db.selectFrom("corpus_version").select("version")
        .executeTakeFirstOrThrow();
      if (known?.version === version) return known;
      return { version, pdpPathBySystemId: await readPdpPaths(db) };
    },
  });
}

/**
 * The captured path of each system's product page. Of several pages the one that is about the fewest
 * systems counts, then the latest; one that is known to be gone counts only where there is no other.
 */
async function readPdpPaths(db: Kysely<Database>): Promise<Map<string, string>> {
  const rows = await db.selectFrom("corpus_items as item")
    .innerJoin("corpus_item_systems as about", "about.item_id", "item.id")
    .select((eb) => [
      "about.system_id",
      "item.pdp_path",
      eb.selectFrom("corpus_item_systems as each")
        .whereRef("each.item_id", "=", "item.id")
        .select((count) => count.fn.countAll<number>().as("systems")).as("systems"),
    ])
    .where("item.content_type", "=", "pdp")
    .where("item.state", "=", "active")
    .where("item.pdp_path", "is not", null)
    .orderBy((eb) => eb("item.link_status", "=", "dead"))
    .orderBy("systems")
    .orderBy("item.fetched_at", "desc")
    .orderBy("item.id")
    .execute();
  const paths = new Map<string, string>();
  for (const { system_id: systemId, pdp_path: path } of rows) {
    if (path !== null && !paths.has(systemId)) paths.set(systemId, path);
  }
  return paths;
}
