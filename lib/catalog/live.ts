/** The current snapshot of a process, kept up with the stored catalog (design §5). */
import { type DatabaseHandle, follow, type Followed } from "../db/mod.ts";
import { deriveAhead } from "./per_snapshot.ts";
import type { Catalog } from "./schema.ts";
import { compileSteps, type Snapshot } from "./snapshot.ts";
import { inTurns, type Steps } from "./steps.ts";
import { loadCatalog, readCatalogVersion } from "./store.ts";

/** Channel that the triggers of migration 0004 announce a new version on. */
const CHANNEL = "catalog_changed";

/** Where everyone who reads the catalog gets it from; a write awaits `refresh` before it answers. */
export type CatalogSource = Followed<Snapshot>;

/** What a source follows, what it makes of it, and its time-outs. */
export interface CatalogSourceOptions {
  database: Pick<DatabaseHandle, "db" | "listen">;
  compile: (catalog: Catalog) => Snapshot | Promise<Snapshot>;
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
      return await compile(await loadCatalog(db));
    },
  });
}

/**
 * Compiles a catalog with everything that answers need of it, so that the first answer is as quick as the
 * others (design §6). The event loop turns meanwhile: a large catalog holds nobody up.
 */
export function compileAhead(catalog: Catalog): Promise<Snapshot> {
  return inTurns(aheadSteps(catalog));
}

function* aheadSteps(catalog: Catalog): Steps<Snapshot> {
  const snapshot = yield* compileSteps(catalog);
  yield* deriveAhead(snapshot);
  return snapshot;
}

/** Makes what modules that were loaded after a snapshot want of it. */
export async function prepareSnapshot(snapshot: Snapshot): Promise<void> {
  await inTurns(deriveAhead(snapshot));
}
