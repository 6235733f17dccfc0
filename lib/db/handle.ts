import type { Kysely } from "kysely";
import { sqlStateOf } from "./outage.ts";
import type { Database } from "./tables/mod.ts";

/** An open database, the same on both engines. */
export interface DatabaseHandle {
  readonly db: Kysely<Database>;
  readonly engine: "embedded" | "server";
  /**
   * Calls `onNotify` after each commit that notified `channel`, in this process or, on a server, in any.
   * A lost connection is renewed for as long as it takes, and `onNotify` is called once it is back,
   * because what was sent meanwhile is gone. A notification can still be lost; poll as well where
   * that matters. `onOutage` is told once about each time that there is no connection to listen on.
   * Resolves to what stops it.
   */
  listen(
    channel: string,
    onNotify: () => void,
    onOutage: (error: unknown) => void,
  ): Promise<() => Promise<void>>;
  /**
   * Runs one statement that changes nothing, outside every queue: on a server on a connection of its own,
   * embedded after the statement that is running, be it in a transaction or not.
   *
   * @throws what the database throws.
   */
  probe(statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Whether the database answers a probe within the time given. Never throws. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Closes every connection and, embedded, frees the folder. May be called again. */
  close(): Promise<void>;
}

/** An embedded transaction in which a statement failed answers so until it ends. */
const IN_FAILED_TRANSACTION = "25P02";

/** Sends the smallest probe there is, and gives up waiting, not asking, after `timeoutMs`. */
export async function answers(
  probe: DatabaseHandle["probe"],
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), timeoutMs);
  const asked = probe("select 1").then(
    () => true,
    (error) => sqlStateOf(error) === IN_FAILED_TRANSACTION,
  );
  try {
    return await Promise.race([
      // This process may have been busy itself, so an answer that came late is no answer either.
      asked.then((answered) => answered && performance.now() <= deadline),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
