/** The one way in which transactions are opened. */
import type { IsolationLevel, Kysely, Transaction } from "kysely";
import { sqlStateOf, unavailable } from "./outage.ts";
import { withLongLimits } from "./server/limits.ts";
import type { Database } from "./tables/mod.ts";

/** What a transaction asks for. */
export interface TransactOptions {
  readonly isolation?: IsolationLevel;
  readonly readOnly?: boolean;
  /** It may take minutes, or wait that long for another that does. */
  readonly long?: boolean;
  /** How often it is begun at most. */
  readonly attempts?: number;
  /** Longest pause before the second attempt; it doubles from there. */
  readonly baseDelayMs?: number;
  readonly random?: () => number;
}

/** Serialization failure, and deadlock: the database has undone the transaction, and asks to begin again. */
const BEGIN_AGAIN: readonly unknown[] = ["40001", "40P01"];

/**
 * Runs `run` in a transaction: all that it writes is kept, or nothing when it throws. Where `db` is a
 * transaction already, `run` is a part of that one.
 *
 * A transaction that met a deadlock or a serialization failure is begun again after a random pause, so `run`
 * may run several times and does nothing but ask the database, or what can be done twice: whatever must
 * happen once waits until this has resolved.
 *
 * @throws what `run` throws; {DatabaseError} `unavailable` when no attempt came through.
 */
export async function transact<T>(
  db: Kysely<Database>,
  run: (trx: Transaction<Database>) => Promise<T>,
  options: TransactOptions = {},
): Promise<T> {
  if (isTransaction(db)) return await run(db);
  const { attempts = 5, baseDelayMs = 20, random = Math.random } = options;
  for (let attempt = 1;; attempt++) {
    try {
      return await (options.long ? withLongLimits(begin) : begin());
    } catch (error) {
      if (!BEGIN_AGAIN.includes(sqlStateOf(error))) throw error;
      if (attempt >= attempts) throw unavailable(error);
      const delayMs = random() * baseDelayMs * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  function begin(): Promise<T> {
    let transaction = db.transaction();
    if (options.readOnly) transaction = transaction.setAccessMode("read only");
    if (options.isolation) transaction = transaction.setIsolationLevel(options.isolation);
    return transaction.execute(run);
  }
}

function isTransaction(db: Kysely<Database>): db is Transaction<Database> {
  return db.isTransaction;
}
