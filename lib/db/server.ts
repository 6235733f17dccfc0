import { Kysely, PostgresDialect, sql } from "kysely";
// @ts-types="@types/pg"
import { Client, type CustomTypesConfig, Pool, types } from "pg";
import { DatabaseError, reasonOf } from "./error.ts";
import { answers, type DatabaseHandle } from "./handle.ts";
import type { Database } from "./tables/mod.ts";

const OLDEST_VERSION = 15;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 10;
const RELISTEN_DELAY_MS = 1_000;

/** Counts and versions as numbers, like the embedded engine; both are far below 2^53. */
const TYPES: CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format);
  },
};

/**
 * Opens a pool of connections to a Postgres server. The pool replaces connections that the server
 * closes, so an outage fails the queries under way and nothing after it.
 *
 * @throws {DatabaseError} `server_unreachable` or `server_too_old`; the URL, which may hold a password,
 * is never part of the message.
 */
export async function openServer(url: string): Promise<DatabaseHandle> {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    application_name: "guided-selection",
    types: TYPES,
  });
  // A connection that dies while nobody waits for it has nobody else to tell; unheard, it would end
  // the process. The next query on it, if there is one, fails by itself.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

  try {
    await refuseOldServer(db);
  } catch (error) {
    await db.destroy();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      "server_unreachable",
      `Cannot reach the database that DATABASE_URL names: ${reasonOf(error)}`,
      { cause: error },
    );
  }

  let closing: Promise<void> | undefined;
  return {
    db,
    engine: "server",
    listen: (channel, onNotify) => listen({ url, channel, onNotify }),
    ping: (timeoutMs) => answers(db, timeoutMs),
    close: () => closing ??= db.destroy(),
  };
}

async function refuseOldServer(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version >= OLDEST_VERSION) return;
  throw new DatabaseError(
    "server_too_old",
    `Cannot use the database that DATABASE_URL names: it is Postgres ${version}, ` +
      `must be ${OLDEST_VERSION} or later`,
  );
}

interface Subscription {
  url: string;
  channel: string;
  onNotify: () => void;
}

/** Listens on a connection of its own, for a pooled one would forget when it is handed on. */
async function listen({ url, channel, onNotify }: Subscription): Promise<() => Promise<void>> {
  let client: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: "guided-selection-listen",
    });
    client = next;
    next.on("error", ignore);
    next.on("notification", onNotify);
    next.once("end", relisten);
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch {
      await next.end().catch(ignore);
      relisten();
    }
  }

  function relisten(): void {
    if (stopped || timer !== undefined) return;
    timer = setTimeout(async () => {
      timer = undefined;
      await connect();
      if (!stopped && timer === undefined) onNotify();
    }, RELISTEN_DELAY_MS);
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}

function ignore(): void {}
