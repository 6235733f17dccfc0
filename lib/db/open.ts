import type { DatabaseHandle } from "./handle.ts";
import type { Limits } from "./server/limits.ts";

/** Where the database is. */
export interface OpenOptions {
  /** A Postgres server; null means the embedded database. */
  url: string | null;
  /** Directory of the embedded database; created when it does not exist. */
  dataDir: string;
  /** Time-outs of a server; those of `server/limits.ts` where none are given. */
  limits?: Limits;
}

/**
 * Opens the database that the configuration names: the server at `url`, or else the embedded one in
 * `dataDir`. It is not migrated yet.
 *
 * @throws {DatabaseError} with a message for whoever starts the service.
 */
export async function openDatabase(options: OpenOptions): Promise<DatabaseHandle> {
  const { url, dataDir, limits } = options;
  const opening = ahead;
  if (opening !== null && opening.url === url && opening.dataDir === dataDir) {
    ahead = null;
    return await opening.opened;
  }
  // Loaded on demand: an engine is most of the code of this room, and a process needs one at most.
  if (url !== null) return await (await import("./server.ts")).openServer(url, limits);
  return await (await import("./embedded.ts")).openEmbedded(dataDir);
}

let ahead: { url: string | null; dataDir: string; opened: Promise<DatabaseHandle> } | null = null;

/**
 * Begins to open a database in its own thread, while what will use it is still being loaded; the next
 * {@linkcode openDatabase} of the same one gets it, or what kept it from being opened.
 */
export function openAhead({ url, dataDir }: Pick<OpenOptions, "url" | "dataDir">): void {
  const opened = openDatabase({ url, dataDir });
  // Told to whoever asks for it.
  opened.catch(() => {});
  ahead = { url, dataDir, opened };
}
