/** Opens the configured database. */
import type { DatabaseHandle } from "./handle.ts";
import type { Limits } from "./server/limits.ts";

/** Options of {@linkcode openDatabase}. */
export interface OpenOptions {
  /** URL of a Postgres server; null for the embedded database. */
  url: string | null;
  /** Data directory of the embedded database; created when it does not exist. */
  dataDir: string;
  /** Most pooled connections to a server; 10 by default. */
  connections?: number;
  /** Timeouts of a server; those of `server/limits.ts` by default. */
  limits?: Limits;
}

/**
 * Opens the configured database: the server at `url`, or the embedded one in `dataDir`. Does not migrate it.
 *
 * @throws {DatabaseError} with a message for the operator.
 */
export async function openDatabase(options: OpenOptions): Promise<DatabaseHandle> {
  const { url, dataDir, connections, limits } = options;
  const opening = ahead;
  if (opening !== null && opening.url === url && opening.dataDir === dataDir) {
    ahead = null;
    return await opening.opened;
  }
  // Imported on demand: a process uses only one engine, and the engines are most of this room's code.
  if (url !== null) {
    return await (await import("./server.ts")).openServer(url, { connections, limits });
  }
  return await (await import("./embedded.ts")).openEmbedded(dataDir);
}

let ahead: { url: string | null; dataDir: string; opened: Promise<DatabaseHandle> } | null = null;

/**
 * Starts to open a database in the background while the rest of the code loads. The next {@linkcode openDatabase} with
 * the same options returns it, or throws its error.
 */
export function openAhead(options: Omit<OpenOptions, "limits">): void {
  const { url, dataDir } = options;
  const opened = openDatabase(options);
  // `openDatabase` reports the error; this avoids an unhandled rejection before then.
  opened.catch(() => {});
  ahead = { url, dataDir, opened };
}
