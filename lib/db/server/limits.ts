/** Time limits of a server's statements: shorter ones where buyers wait, longer ones for work that is known to take long. */
import { AsyncLocalStorage } from "node:async_hooks";

/** Timeouts of a connection, in milliseconds. */
export interface Limits {
  /** `statement_timeout`: the server cancels a statement that takes longer. */
  readonly statementMs: number;
  /** `lock_timeout`: the server cancels a statement that waits longer for a lock. */
  readonly lockMs: number;
  /** `idle_in_transaction_session_timeout`: the server closes a connection whose transaction is idle for longer. */
  readonly idleInTransactionMs: number;
  /**
   * The client discards a connection without an answer by then. Greater than `statementMs`, which should trip first.
   */
  readonly queryMs: number;
  /**
   * A query without an answer by then fails if a probe gets none either, because the server is frozen or cut off. A slow
   * statement of a server that answers probes goes on.
   */
  readonly silentMs: number;
}

/** Limits while serving requests. */
export const LIMITS: Limits = {
  statementMs: 30_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
  queryMs: 35_000,
  silentMs: 6_000,
};

/** Limits of bulk actions, imports, migrations and the seed, and of transactions that wait for one of these. */
const LONG_LIMITS: Limits = {
  statementMs: 600_000,
  lockMs: 600_000,
  idleInTransactionMs: 600_000,
  queryMs: 610_000,
  silentMs: Infinity,
};

/** Limits of statements that a buyer waits for, who leaves when a page takes longer. */
const SHORT_LIMITS: Limits = {
  statementMs: 10_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
  queryMs: 12_000,
  silentMs: 6_000,
};

const ownLimits = new AsyncLocalStorage<Limits>();

/**
 * Runs work with limits of its own. The work must not load a module: a dynamic import in Deno 2.9 leaves its context behind,
 * and later requests would have these limits.
 */
export function withLimits<T>(limits: Limits, work: () => T): T {
  return ownLimits.run(limits, work);
}

/** Runs work with the limits for transactions that take minutes. */
export function withLongLimits<T>(work: () => T): T {
  return withLimits(LONG_LIMITS, work);
}

/**
 * Runs work that a buyer waits for: each of its queries fails after twelve seconds at most, and may use the connections
 * that the pool keeps for buyers.
 */
export function withShortLimits<T>(work: () => T): T {
  return withLimits(SHORT_LIMITS, work);
}

/** Whether this runs inside `withShortLimits`. */
export function isForBuyer(): boolean {
  return ownLimits.getStore() === SHORT_LIMITS;
}

/** Returns the limits inside `withLimits`; undefined elsewhere. */
export function limitsOfWork(): Limits | undefined {
  return ownLimits.getStore();
}

/** Returns the SQL that sets limits until the end of the transaction. */
export function limitTransaction({ statementMs, lockMs, idleInTransactionMs }: Limits): string {
  return `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; ` +
    `set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
}
