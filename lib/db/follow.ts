/** Cached values in memory that are kept in sync with the database (design §5). */
import { withTimeout } from "../timing/mod.ts";
import { DatabaseError } from "./error.ts";
import type { DatabaseHandle } from "./handle.ts";

/** A cached value that follows stored rows. */
export interface Followed<T> {
  /** Returns the cached value; the same object until the rows change. */
  current(): T;
  /**
   * Loads and returns a value that includes every write committed before the call. After a write, this process awaits
   * it before it responds.
   *
   * @throws the error of the load; {@linkcode DatabaseError} `unavailable` when the load times out.
   */
  refresh(): Promise<T>;
  /** Returns since when the rows cannot be read; null while they can. A poll finds out within its interval. */
  failingSince(): Date | null;
  /** Stops following. `current` keeps returning the last value. */
  close(): Promise<void>;
}

/** Options of whatever follows stored rows. */
export interface FollowerOptions {
  readonly database: Pick<DatabaseHandle, "db" | "listen">;
  /** Poll interval in milliseconds, for changes whose notification was lost; 2000 by default. */
  readonly pollMs?: number | undefined;
  /** Timeout of one load in milliseconds. */
  readonly loadTimeoutMs?: number | undefined;
  /**
   * Called once per outage, and once for each other distinct error, of a load or of the listening connection, until a load
   * succeeds. An outage has many messages in a row: cut, refused, timed out.
   */
  readonly onError: (error: unknown) => void;
  /** Called when a load succeeds again, with the time of the first that failed. */
  readonly onRecovery?: ((failingSince: Date) => void) | undefined;
}

/** Options of {@linkcode follow}. */
export interface FollowOptions<T> extends Omit<FollowerOptions, "database"> {
  readonly database: Pick<DatabaseHandle, "listen">;
  /** Notification channel on which the database announces changes. */
  readonly channel: string;
  /** Name of the value in the message of a timeout, such as `the catalog`. */
  readonly subject: string;
  /** Loads the value. Returns `known` when nothing has changed since. */
  readonly load: (known: T | null) => Promise<T>;
}

/**
 * Loads a value and reloads it whenever the database notifies a change. A poll finds changes whose notification was
 * lost. While the rows cannot be read, the last value stays.
 *
 * @throws the error of the first load.
 */
export async function follow<T extends object>(options: FollowOptions<T>): Promise<Followed<T>> {
  const { database: { listen }, channel, subject, load, onError, onRecovery } = options;
  const { pollMs = 2_000, loadTimeoutMs = 10_000 } = options;
  let value: T = await load(null);
  let running: Promise<T> | undefined;
  let waiting: Promise<T> | undefined;
  let reported: string | undefined;
  let failing: Date | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  /**
   * A running load may have missed the caller's write, so all callers during it share the next one. One load runs at a
   * time, because of two the older could overwrite the newer value.
   */
  function refresh(): Promise<T> {
    if (closed) return Promise.resolve(value);
    if (running === undefined) return waiting ?? run();
    waiting ??= running.catch(() => {}).then(() => {
      waiting = undefined;
      return run();
    });
    return waiting;
  }

  function run(): Promise<T> {
    // A load that timed out is discarded, because it could overwrite the newer value of the load after it.
    const reading = load(value);
    running = within(loadTimeoutMs, { reading, subject }).then((loaded) => {
      value = loaded;
      reported = undefined;
      if (failing !== null) onRecovery?.(failing);
      failing = null;
      return loaded;
    }, (error) => {
      failing ??= new Date();
      throw error;
    }).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function keepUp(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      report(error);
    }
  }

  function report(error: unknown): void {
    const reason = error instanceof DatabaseError ? error.code : String(error);
    if (closed || reason === reported) return;
    reported = reason;
    onError(error);
  }

  function schedulePoll(): void {
    timer = setTimeout(async () => {
      await keepUp();
      if (!closed) schedulePoll();
    }, pollMs);
  }

  const unlisten = await listen(channel, keepUp, report);
  // Pick up commits between the first load and the start of listening.
  await keepUp();
  schedulePoll();
  return {
    current: () => value,
    refresh,
    failingSince: () => failing,
    async close() {
      closed = true;
      clearTimeout(timer);
      await unlisten();
      await (waiting ?? running)?.catch(() => {});
    },
  };
}

/**
 * Waits at most `timeoutMs` for a reading. The reading itself is not cancelled.
 *
 * @throws the error of the reading; {@linkcode DatabaseError} `unavailable` on timeout.
 */
export async function within<T>(
  timeoutMs: number,
  { reading, subject }: { readonly reading: Promise<T>; readonly subject: string },
): Promise<T> {
  return await withTimeout(timeoutMs, () => reading, () => {
    const message = `Cannot read ${subject}: no answer within ${timeoutMs} ms`;
    throw new DatabaseError("unavailable", message);
  });
}
