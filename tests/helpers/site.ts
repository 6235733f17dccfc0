/** The built service as a browser meets it: one process for a test file, on a database of its own. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Catalog, seedCatalog } from "../../lib/catalog/mod.ts";
import { openDatabase, type OpenOptions } from "../../lib/db/mod.ts";
import { DEFAULT_ENGINE, demoLocation, disposable, migratedLocation } from "./db.ts";
import { serveAgain } from "./process.ts";

/** What the service of a file serves. */
export interface SiteOptions {
  /** Instead of the demo catalog. */
  catalog?: Catalog;
  /** Writes what else is stored before the service starts. */
  prepare?: (location: OpenOptions) => Promise<void>;
  /** Environment variables beside those that every test service gets. */
  environment?: Readonly<Record<string, string>>;
}

/** The service of a test file. */
export interface Site {
  /** Its origin; whoever asks first starts it. */
  (): Promise<string>;
  /** Opens a path, which has to be there. */
  visit(page: Page, path: string): Promise<void>;
}

/** Declares the service of a test file: the first test that asks starts it, and it stops after the last test. */
export function declareSite({ catalog, prepare, environment }: SiteOptions = {}): Site {
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
    const served = await serveAgain("lib/cli/start.ts", { path: "/health", env, showsLog: true });
    return running.use(served).origin;
  }

  Deno.test.afterAll(() => running.disposeAsync());
  const site = () => origin ??= start();
  async function visit(page: Page, path: string): Promise<void> {
    const response = await page.goto(`${await site()}${path}`);
    assert.equal(response?.status(), 200, path);
  }
  return Object.assign(site, { visit });
}
