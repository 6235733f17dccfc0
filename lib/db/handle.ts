import { type Kysely, sql } from "kysely";
import type { Database } from "./tables/mod.ts";

/** An open database, the same on both engines. */
export interface DatabaseHandle {
  readonly db: Kysely<Database>;
  readonly engine: "embedded" | "server";
  /**
   * Calls `onNotify` after each commit that notified `channel`, in this process or, on a server, in any.
   * A lost connection is renewed for as long as it takes, and `onNotify` is called once it is back,
   * because what was sent meanwhile is gone. A notification can still be lost; poll as well where
   * that matters. Resolves to what stops it.
   */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  /** Whether the database answers within the time given. Never throws. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Closes every connection and, embedded, frees the folder. May be called again. */
  close(): Promise<void>;
}

/**
 * Asks the smallest question there is, and gives up waiting, not asking, after `timeoutMs`. The embedded
 * engine holds up timers while it works, so an answer that came late is no answer either.
 */
export async function answers(db: Kysely<Database>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), timeoutMs);
  const asked = sql`select 1`.execute(db).then(() => performance.now() <= deadline, () => false);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
