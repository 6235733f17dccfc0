/** The current snapshot of a process, kept up with the stored catalog (design §5). */
import { type DatabaseHandle, follow, type Followed } from "../db/mod.ts";
import type { Catalog } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";
import { loadCatalog, readCatalogVersion } from "./store.ts";

/** Channel that the triggers of migration 0004 announce a new version on. */
const CHANNEL = "catalog_changed";

/** Where everyone who reads the catalog gets it from; a write awaits `refresh` before it answers. */
export type CatalogSource = Followed<Snapshot>;

/** What a source follows, what it makes of it, and how patient it is. */
export interface CatalogSourceOptions {
  database: Pick<DatabaseHandle, "db" | "listen">;
  compile: (catalog: Catalog) => Snapshot;
  /** How long a change can go unnoticed when its notification is lost. */
  pollMs?: number;
  /** How long one reading may take before it counts as failed. */
  loadTimeoutMs?: number;
  /** Told once about each distinct reason why the catalog cannot be followed, until it can again. */
  onError: (error: unknown) => void;
}

/**
 * Loads the catalog and follows it. While the catalog cannot be read, the last good snapshot stays.
 *
 * @throws what keeps the first snapshot from being loaded.
 */
export function openCatalogSource(options: CatalogSourceOptions): Promise<CatalogSource> {
  const { compile, ...following } = options;
  const { db } = options.database;
  return follow({
    ...following,
    channel: CHANNEL,
    subject: "the catalog",
    async load(known) {
      if (known !== null && await readCatalogVersion(db) === known.version) return known;
      return compile(await loadCatalog(db));
    },
  });
}
