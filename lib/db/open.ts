import { openEmbedded } from "./embedded.ts";
import type { DatabaseHandle } from "./handle.ts";
import { openServer } from "./server.ts";

/** Where the database is. */
export interface OpenOptions {
  /** A Postgres server; null means the embedded database. */
  url: string | null;
  /** Directory of the embedded database; created when it does not exist. */
  dataDir: string;
}

/**
 * Opens the database that the configuration names: the server at `url`, or else the embedded one in
 * `dataDir`. It is not migrated yet.
 *
 * @throws {DatabaseError} with a message for whoever starts the service.
 */
export function openDatabase({ url, dataDir }: OpenOptions): Promise<DatabaseHandle> {
  return url === null ? openEmbedded(dataDir) : openServer(url);
}
