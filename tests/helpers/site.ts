/** The built service as a browser meets it: one process for a test file, on a database of its own. */
import { type Catalog, seedCatalog } from "../../lib/catalog/mod.ts";
import { openDatabase, type OpenOptions } from "../../lib/db/mod.ts";
import { DEFAULT_ENGINE, demoLocation, disposable, migratedLocation } from "./db.ts";
import { serve } from "./process.ts";

/** What the service of a file serves. */
export interface SiteOptions {
  /** Instead of the demo catalog. */
  catalog?: Catalog;
  /** Writes what else is stored before the service starts. */
  prepare?: (location: OpenOptions) => Promise<void>;
  /** Environment variables beside those that every test service gets. */
  environment?: Readonly<Record<string, string>>;
}

/**
 * Declares the service of a test file, and gives its origin on request: the first test that asks starts
 * it, and it stops after the last test.
 */
export function declareSite(
  { catalog, prepare, environment }: SiteOptions = {},
): () => Promise<string> {
  const running = new AsyncDisposableStack();
  let origin: Promise<string> | undefined;

  async function start(): Promise<string> {
    // A copy of the demo saves the service storing it.
    const isDemo = catalog === undefined && environment?.SEED !== "none";
    const location = running.use(
      await (isDemo ? demoLocation : migratedLocation)(DEFAULT_ENGINE),
    );
    if (catalog) {
      await using database = disposable(await openDatabase(location));
      await seedCatalog(database, catalog);
    }
    await prepare?.(location);
    const env = {
      DATA_DIR: location.dataDir,
      ...(location.url !== null && { DATABASE_URL: location.url }),
      LOG_LEVEL: "error",
      ...environment,
    };
    return running.use(await serve("lib/cli/start.ts", { path: "/health", env })).origin;
  }

  Deno.test.afterAll(() => running.disposeAsync());
  return () => origin ??= start();
}
