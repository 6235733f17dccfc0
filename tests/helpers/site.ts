/** The built service for browser tests: one process and one database per test file. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Catalog, seedCatalog } from "@/lib/catalog/mod.ts";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { DEFAULT_ENGINE, demoLocation, migratedLocation } from "./db.ts";
import { serveAgain } from "./process.ts";
import { DATABASE_CONNECTIONS } from "./settings.ts";

/** Options of the service of a test file. */
interface SiteOptions {
  /** A catalog to use in place of the demo. */
  catalog?: Catalog;
  /** Stores further records before the service starts. */
  prepare?: (location: OpenOptions) => Promise<void>;
  /** Additional environment variables. */
  environment?: Readonly<Record<string, string>>;
}

/** The service of a test file. */
export interface Site {
  /** Returns its origin. The first call starts the service. */
  (): Promise<string>;
  /** Opens a path and asserts that it answers 200. */
  visit(page: Page, path: string): Promise<void>;
}

/**
 * Declares the service of a test file. It starts with the first use, and stops when the next one starts, or after the last
 * test: files share an isolate, and idle services would slow down the tests of later files.
 */
export function declareSite({ catalog, prepare, environment }: SiteOptions = {}): Site {
  let origin: Promise<string> | undefined;

  async function start(): Promise<string> {
    await stopSite();
    const running = new AsyncDisposableStack();
    stopRunning = async () => {
      origin = undefined;
      await running.disposeAsync();
    };
    // A copy of a prepared demo database is faster than seeding the demo at the start.
    const isDemo = catalog === undefined && environment?.SEED !== "none";
    const location = running.use(
      await (isDemo ? demoLocation : migratedLocation)(DEFAULT_ENGINE),
    );
    if (catalog) {
      await using database = await openDatabase(location);
      await seedCatalog(database, catalog);
    }
    await prepare?.(location);
    const env = {
      DATA_DIR: location.dataDir,
      ...(location.url !== null && { DATABASE_URL: location.url }),
      DATABASE_CONNECTIONS,
      LOG_LEVEL: "error",
      ...environment,
    };
    const served = await serveAgain("lib/cli/start.ts", { path: "/health", env, showsLog: true });
    return running.use(served).origin;
  }

  const site = () => origin ??= start();
  async function visit(page: Page, path: string): Promise<void> {
    const response = await page.goto(`${await site()}${path}`);
    assert.equal(response?.status(), 200, path);
  }
  return Object.assign(site, { visit });
}

let stopRunning = async () => {};
Deno.test.afterAll(stopSite);

/** Stops the running service, so that the next use starts a new one with a new database. */
export async function stopSite(): Promise<void> {
  await stopRunning();
  stopRunning = async () => {};
}
