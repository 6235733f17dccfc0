/** What a process keeps of the database in memory, kept up with it (design §5). */
import { DatabaseError } from "./error.ts";
import type { DatabaseHandle } from "./handle.ts";

/** A value made of stored rows, as new as this process knows. */
export interface Followed<T> {
  /** The newest value this process has; the same object until the rows change. */
  current(): T;
  /**
   * Gives a value with every write that was committed before the call. A write of this process awaits it
   * before it answers. Throws what keeps the rows from being read.
   */
  refresh(): Promise<T>;
  /** Stops following; `current` stays what it was. */
  close(): Promise<void>;
}

/** What is followed, how often it is looked at, and how long a reading may take. */
export interface FollowOptions<T> {
  database: Pick<DatabaseHandle, "listen">;
  /** Where the database announces changes. */
  channel: string;
  /** What is read, for the message of a reading that takes too long: `the catalog`. */
  subject: string;
  /** Reads the value; gives `known` back where nothing has changed since. */
  load: (known: T | null) => Promise<T>;
  /** How long a change can go unnoticed when its notification is lost. */
  pollMs?: number | undefined;
  /** How long one reading may take before it counts as failed. */
  loadTimeoutMs?: number | undefined;
  /** Told once about each distinct reason why the rows, or their announcements, cannot be followed, until they can. */
  onError: (error: unknown) => void;
}

/**
 * Loads a value and follows it: a notification of the database is what normally tells of a change, and a
 * poll finds those whose notification was lost. While the rows cannot be read, the last good value stays.
 *
 * @throws what keeps the value from being loaded first.
 */
export async function follow<T extends object>(options: FollowOptions<T>): Promise<Followed<T>> {
  const { database: { listen }, channel, subject, load, onError } = options;
  const { pollMs = 2_000, loadTimeoutMs = 10_000 } = options;
  let value: T = await load(null);
  let running: Promise<T> | undefined;
  let waiting: Promise<T> | undefined;
  let reported: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  /** A load that has begun may have missed the caller's write, so callers share the one after it. */
  function refresh(): Promise<T> {
    if (closed) return Promise.resolve(value);
    if (running === undefined) return run();
    waiting ??= running.catch(() => {}).then(() => {
      waiting = undefined;
      return run();
    });
    return waiting;
  }

  function run(): Promise<T> {
    // Only a reading in time is kept: one that comes later than its successor would turn time back.
    const reading = load(value);
    const loading = within(loadTimeoutMs, { reading, subject }).then((loaded) => {
      value = loaded;
      reported = undefined;
      return loaded;
    }).finally(() => {
      if (running === loading) running = undefined;
    });
    running = loading;
    return loading;
  }

  async function keepUp(): Promise<void> {
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
      await keepUp();
      if (!closed) schedulePoll();
    }, pollMs);
  }

  const unlisten = await listen(channel, keepUp, onError);
  // Whatever was committed between the first load and the first notification that can arrive.
  await keepUp();
  schedulePoll();
  return {
    current: () => value,
    refresh,
    async close() {
      closed = true;
      clearTimeout(timer);
      await unlisten();
      await (waiting ?? running)?.catch(() => {});
    },
  };
}

/**
 * Gives up waiting for a reading, not the reading itself, after `timeoutMs`.
 *
 * @throws what the reading throws; {DatabaseError} `unavailable` when it takes too long.
 */
export async function within<T>(
  timeoutMs: number,
  { reading, subject }: { readonly reading: Promise<T>; readonly subject: string },
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `Cannot read ${subject}: no answer within ${timeoutMs} ms`;
    late.reject(new DatabaseError("unavailable", message));
  }, timeoutMs);
  try {
    return await Promise.race([reading, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
