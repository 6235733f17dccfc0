/** The current snapshot of a process, kept up with the stored catalog (design §5). */
import type { DatabaseHandle } from "../db/mod.ts";
import type { Catalog } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";
import { loadCatalog, readCatalogVersion } from "./store.ts";

/** Channel that the triggers of migration 0004 announce a new version on. */
const CHANNEL = "catalog_changed";

/** Where everyone who reads the catalog gets it from. */
export interface CatalogSource {
  /** The newest snapshot this process has; the same object until the catalog changes. */
  current(): Snapshot;
  /**
   * Gives a snapshot with every write that was committed before the call. A write of this process
   * awaits it before it answers. Throws what keeps the catalog from being read.
   */
  refresh(): Promise<Snapshot>;
  /** Stops following the catalog; `current` stays what it was. */
  close(): Promise<void>;
}

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
 * Loads the catalog and follows it: a notification of the database is what normally tells of a change,
 * and a poll finds those whose notification was lost. While the catalog cannot be read, the last good
 * snapshot stays.
 *
 * @throws what keeps the first snapshot from being loaded.
 */
export async function openCatalogSource(options: CatalogSourceOptions): Promise<CatalogSource> {
  const { database: { db, listen }, compile, onError } = options;
  const { pollMs = 2_000, loadTimeoutMs = 10_000 } = options;
  let snapshot = compile(await loadCatalog(db));
  let running: Promise<Snapshot> | undefined;
  let waiting: Promise<Snapshot> | undefined;
  let reported: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function load(): Promise<Snapshot> {
    const known = snapshot;
    if (await readCatalogVersion(db) === known.version) return known;
    return compile(await loadCatalog(db));
  }

  /** A load that has begun may have missed the caller's write, so callers share the one after it. */
  function refresh(): Promise<Snapshot> {
    if (closed) return Promise.resolve(snapshot);
    if (running === undefined) return run();
    waiting ??= running.catch(() => {}).then(() => {
      waiting = undefined;
      return run();
    });
    return waiting;
  }

  function run(): Promise<Snapshot> {
    // Only a reading in time is kept: one that comes later than its successor would turn time back.
    const loading = within(loadTimeoutMs, load()).then((loaded) => {
      snapshot = loaded;
      reported = undefined;
      return loaded;
    }).finally(() => {
      if (running === loading) running = undefined;
    });
    running = loading;
    return loading;
  }

  async function follow(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      report(error);
    }
  }

  function report(error: unknown): void {
    const reason = String(error);
    if (closed || reason === reported) return;
    reported = reason;
    onError(error);
  }

  function schedulePoll(): void {
    timer = setTimeout(async () => {
      await follow();
      if (!closed) schedulePoll();
    }, pollMs);
  }

  const unlisten = await listen(CHANNEL, follow);
  // Whatever was committed between the first load and the first notification that can arrive.
  await follow();
  schedulePoll();
  return {
    current: () => snapshot,
    refresh,
    async close() {
      closed = true;
      clearTimeout(timer);
      await unlisten();
      await (waiting ?? running)?.catch(() => {});
    },
  };
}

async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`Cannot read the catalog: no answer within ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
