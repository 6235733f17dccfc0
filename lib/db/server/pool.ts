/** A connection pool with time limits, which discards broken connections. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
// @ts-types="@types/pg"
import { type ClientBase, type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import { asOutage, sqlStateOf, unavailable } from "../outage.ts";
import { isForBuyer, type Limits, limitsOfWork, limitTransaction } from "./limits.ts";
import type { SilenceWatch } from "./silence.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Parses `bigint` columns as numbers, as the embedded engine does. Counts and versions are far below 2^53. */
const TYPES: CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format);
  },
};

/** Options of {@linkcode createPool}. */
interface PoolOptions {
  readonly url: string;
  /** `application_name` of the connections. */
  readonly name: string;
  readonly max: number;
  /** How many of `max` only work that a buyer waits for may use, so that it never waits for staff's; 0 by default. */
  readonly kept?: number;
  readonly limits: Limits;
  /** Called with the error of each failed statement. */
  readonly onFailure?: (error: unknown) => void;
  /** Fails statements of a server that no longer answers. */
  readonly silence?: SilenceWatch;
}

/** Returns the settings that all connections of the service share. */
export function connectionOptions(
  { url, name, limits }: Pick<PoolOptions, "url" | "name" | "limits">,
) {
  return {
    connectionString: url,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, limits.queryMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: name,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    query_timeout: limits.queryMs,
    types: TYPES,
  };
}

/**
 * Replaces settings of the role or the database for which a connection has no parameter. Of the time-outs, one closes idle
 * connections, also the one that listens, the other ends transactions that may take minutes (from Postgres 17). At a stricter
 * isolation, single statements would fail that only `transact` repeats.
 */
const OWN_SETTINGS = `select set_config('idle_session_timeout', '0', false),
  set_config('default_transaction_isolation', 'read committed', false),
  case when current_setting('transaction_timeout', true) is not null
    then set_config('transaction_timeout', '0', false) end`;

/** Prepares a new connection. Connections to a pooler share its settings, so this must change none that others need. */
export async function prepareConnection(client: ClientBase): Promise<void> {
  const question = { text: OWN_SETTINGS, query_timeout: CONNECT_TIMEOUT_MS };
  await client.query(question);
}

/** Creates a pool for Kysely. It opens its first connection on first use. */
export function createPool(options: PoolOptions): PostgresPool {
  const { max, kept = 0 } = options;
  const shared = openPool(options, max - kept);
  const forBuyers = kept === 0 ? shared : openPool(options, kept);
  return {
    options: shared.options,
    async connect() {
      try {
        const client = isForBuyer() ? firstOf([shared, forBuyers]) : shared.connect();
        return guard(await client, options);
      } catch (error) {
        // Whatever the reason, a later connection may succeed: a database being restored, a password being changed.
        throw unavailable(error);
      }
    },
    async end() {
      await Promise.all(Array.from(new Set([shared, forBuyers]), (pool) => pool.end()));
    },
  };
}

/**
 * Returns a connection of the first pool that has one free; if none has, of whichever is first to have one, because a burst
 * of buyers would wait long for the few connections that are kept for them.
 */
async function firstOf(pools: readonly Pool[]): Promise<PoolClient> {
  const free = pools.find((pool) => !isTaken(pool));
  if (free !== undefined) return await free.connect();
  const connecting = Array.from(new Set(pools), (pool) => pool.connect());
  try {
    const first = await Promise.any(connecting);
    for (const each of connecting) {
      each.then((other) => {
        if (other !== first) other.release();
      }, ignore);
    }
    return first;
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}

function isTaken({ waitingCount, idleCount, totalCount, options }: Pool): boolean {
  return waitingCount > 0 || idleCount === 0 && totalCount >= options.max;
}

function openPool(options: PoolOptions, max: number): Pool {
  const pool = new Pool({
    ...connectionOptions(options),
    max,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    onConnect: prepareConnection,
  });
  // An idle connection that dies emits "error", which ends the process without a listener. Ignoring it is safe: the
  // next query on that connection fails with its own error.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

/**
 * Wraps a connection so that it runs no more queries after a failure without an answer of the server (cut or timed
 * out): a later query would wait behind the unanswered one. The connection is closed on release.
 */
function guard(
  client: PoolClient,
  { limits, onFailure, silence }: Pick<PoolOptions, "limits" | "onFailure" | "silence">,
): PostgresPoolClient {
  let broken: unknown;

  async function ask(sql: string, parameters: readonly unknown[]) {
    if (broken !== undefined) throw broken;
    const own = limitsOfWork();
    const { queryMs, silentMs } = own ?? limits;
    try {
      const question = { text: sql, values: [...parameters], query_timeout: queryMs };
      const answer = client.query(question);
      const result = await (silence?.answered(answer, silentMs) ?? answer);
      if (own !== undefined && BEGINS.test(sql)) await client.query(limitTransaction(own));
      return result;
    } catch (error) {
      onFailure?.(error);
      const seen = asOutage(error);
      if (sqlStateOf(error) === undefined) broken = seen;
      throw seen;
    }
  }

  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql === "string") return ask(sql, parameters);
    throw new TypeError("Cannot stream rows: no cursor is configured");
  }

  return {
    query,
    release: (destroy) => client.release(destroy === true || broken !== undefined),
  };
}

const BEGINS = /^(begin|start transaction)\b/;

function ignore(): void {}
