/** The interface of an open database, common to both engines. */
import type { Kysely } from "kysely";
import { withTimeout } from "../timing/mod.ts";
import type { DiskWatch } from "./disk_full.ts";
import { sqlStateOf } from "./outage.ts";
import type { Database } from "./tables/mod.ts";

/** An open database, the same on both engines. */
export interface DatabaseHandle extends AsyncDisposable {
  readonly db: Kysely<Database>;
  readonly engine: "embedded" | "server";
  /**
   * Calls `onNotify` after each commit that notified `channel`, in this process or, on a server, in any process. After
   * a lost connection it reconnects without limit and then calls `onNotify`, because notifications of the meantime are
   * lost. Others can be lost too, so poll as well if that matters. Calls `onOutage` once per outage. Resolves to a
   * function that stops listening.
   */
  listen(
    channel: string,
    onNotify: () => void,
    onOutage: (error: unknown) => void,
  ): Promise<() => Promise<void>>;
  /**
   * Runs one read-only statement without waiting for a pooled connection: on a server on a dedicated connection; on the
   * embedded engine directly after the current statement, even inside another transaction.
   *
   * @throws the error of the database.
   */
  probe(statement: string): Promise<readonly Record<string, unknown>[]>;
  /**
   * Whether the database answers a probe within the time given and takes writes: it is no standby, it is not read-only,
   * and no statement of this process has found its disk full in the last 30 seconds. Never throws.
   */
  ping(timeoutMs: number): Promise<boolean>;
  /** Closes all connections; the embedded engine also releases its folder lock. Idempotent. */
  close(): Promise<void>;
}

/** SQLSTATE that the embedded engine returns for a probe inside a failed transaction: it is alive. */
const IN_FAILED_TRANSACTION = "25P02";

/** Not the setting of the transaction: the embedded engine may be inside one that only reads. */
const TAKES_WRITES = `select not pg_is_in_recovery()
  and not current_setting('default_transaction_read_only')::boolean as writes`;

/** Implements `ping`. A probe that is too late is not cancelled. */
export async function takesWrites(
  probe: DatabaseHandle["probe"],
  disk: Pick<DiskWatch, "isFull">,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  const asked = probe(TAKES_WRITES).then(
    ([row]) => row?.["writes"] === true && !disk.isFull(),
    (error) => sqlStateOf(error) === IN_FAILED_TRANSACTION,
  );
  return await withTimeout(
    timeoutMs,
    // A blocked event loop can delay the timer, so check the deadline again.
    () => asked.then((answered) => answered && performance.now() <= deadline),
    () => false,
  );
}
