/** Connections to a server, each held to its limits and thrown away once it can no longer be trusted. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
// @ts-types="@types/pg"
import { type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import { asOutage, sqlStateOf } from "../outage.ts";
import { type Limits, limitTransaction, longLimits } from "./limits.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Counts and versions as numbers, like the embedded engine; both are far below 2^53. */
const TYPES: CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format);
  },
};

/** Which connections, and how many. */
export interface PoolOptions {
  readonly url: string;
  readonly name: string;
  readonly max: number;
  readonly limits: Limits;
}

/** What every connection of the service has in common. */
export function connectionOptions({ url, name, limits }: Omit<PoolOptions, "max">) {
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

/** A pool that Kysely can use. It connects when it is first asked. */
export function createPool(options: PoolOptions): PostgresPool {
  const pool = new Pool({
    ...connectionOptions(options),
    max: options.max,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  });
  // A connection that dies while nobody waits for it has nobody else to tell; unheard, it would end
  // the process. The next query on it, if there is one, fails by itself.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return {
    options: pool.options,
    async connect() {
      try {
        return guard(await pool.connect(), options.limits);
      } catch (error) {
        throw asOutage(error);
      }
    },
    end: () => pool.end(),
  };
}

/**
 * A connection that fails without a word of the server, be it cut or silent, is asked nothing more: a later
 * query would wait behind the one that got no answer. It is closed when it is given back.
 */
function guard(client: PoolClient, limits: Limits): PostgresPoolClient {
  let broken: unknown;

  async function ask(sql: string, parameters: readonly unknown[]) {
    if (broken !== undefined) throw broken;
    const long = longLimits();
    try {
      const question = {
        text: sql,
        values: [...parameters],
        query_timeout: (long ?? limits).queryMs,
      };
      const result = await client.query(question);
      if (long !== undefined && BEGINS.test(sql)) await client.query(limitTransaction(long));
      return result;
    } catch (error) {
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
