/** Transactions with retry; all code opens transactions with {@linkcode transact}. */
import type { IsolationLevel, Kysely, Transaction } from "kysely";
import { sqlStateOf, unavailable } from "./outage.ts";
import { withLongLimits } from "./server/limits.ts";
import type { Database } from "./tables/mod.ts";

/** Options of {@linkcode transact}. */
interface TransactOptions {
  readonly isolation?: IsolationLevel;
  readonly readOnly?: boolean;
  /** Raises the time limits to 10 minutes, for a transaction that takes minutes or waits for one that does. */
  readonly long?: boolean;
  /** Maximum number of attempts; 5 by default. */
  readonly attempts?: number;
  /** Longest pause before the second attempt in milliseconds, doubled for each further one; 20 by default. */
  readonly baseDelayMs?: number;
}

/** SQLSTATEs after which a transaction may be retried: serialization failure and deadlock. */
const RETRYABLE_STATES: readonly unknown[] = ["40001", "40P01"];

/**
 * Runs `run` in a transaction, which is rolled back when `run` throws. When `db` is already a transaction, `run`
 * becomes part of it.
 *
 * A deadlock or serialization failure is retried after a random pause with exponential backoff. `run` may therefore run
 * several times and must be idempotent apart from its queries: do anything that must happen once after this resolves.
 *
 * @throws the error of `run`; {@linkcode DatabaseError} `unavailable` when every attempt failed that way.
 */
export async function transact<T>(
  db: Kysely<Database>,
  run: (trx: Transaction<Database>) => Promise<T>,
  options: TransactOptions = {},
): Promise<T> {
  if (isTransaction(db)) return await run(db);
  const { attempts = 5, baseDelayMs = 20 } = options;
  for (let attempt = 1;; attempt++) {
    try {
      return await (options.long ? withLongLimits(begin) : begin());
    } catch (error) {
      if (!RETRYABLE_STATES.includes(sqlStateOf(error))) throw error;
      if (attempt >= attempts) throw unavailable(error);
      const delayMs = Math.random() * baseDelayMs * 2 ** (attempt - 1);
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
