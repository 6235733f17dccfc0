/** How long a server may take, and how work that is known to be long says so. */
import { AsyncLocalStorage } from "node:async_hooks";

/** Time-outs of a connection, in milliseconds. */
export interface Limits {
  /** The server ends a statement that takes longer. */
  readonly statementMs: number;
  /** The server ends a statement that waits longer for another's lock. */
  readonly lockMs: number;
  /** The server ends a connection that leaves its transaction idle for longer. */
  readonly idleInTransactionMs: number;
  /** A connection that has not answered by then is thrown away; above the statement's, which comes first. */
  readonly queryMs: number;
}

/** For what answers requests. */
export const LIMITS: Limits = {
  statementMs: 30_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
  queryMs: 35_000,
};

/** For actions on many records, imports, migrations and the seed, and for who waits while another does one. */
const LONG_LIMITS: Limits = {
  statementMs: 600_000,
  lockMs: 600_000,
  idleInTransactionMs: 600_000,
  queryMs: 610_000,
};

const longWork = new AsyncLocalStorage<Limits>();

/** Runs work whose transactions may take minutes, with the limits for that. */
export function withLongLimits<T>(work: () => Promise<T>): Promise<T> {
  return longWork.run(LONG_LIMITS, work);
}

/** The limits of long work, inside it; undefined elsewhere. */
export function longLimits(): Limits | undefined {
  return longWork.getStore();
}

/** What holds the server to limits until the transaction ends. */
export function limitTransaction({ statementMs, lockMs, idleInTransactionMs }: Limits): string {
  return `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; ` +
    `set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
}
