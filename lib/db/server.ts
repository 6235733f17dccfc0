/** Opens a Postgres server as the database. */
import { Kysely, PostgresDialect, sql } from "kysely";
import { watchDisk } from "./disk_full.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import { type DatabaseHandle, takesWrites } from "./handle.ts";
import { sqlStateOf } from "./outage.ts";
import { LIMITS, type Limits } from "./server/limits.ts";
import { openListener } from "./server/listen.ts";
import { createPool } from "./server/pool.ts";
import { watchSilence } from "./server/silence.ts";
import type { Database } from "./tables/mod.ts";

const OLDEST_VERSION = 15;
/** In any other encoding the text search fails, and most characters cannot be stored. */
const ENCODING = "UTF8";
/** The driver misreads dates in any other style, or takes a day for a month. */
const DATE_STYLE = /^ISO\b/;
const CONNECTIONS = 10;
/** Most connections of the pool that work of staff and jobs leaves to buyers: of a smaller pool, one in four. */
const KEPT_FOR_BUYERS = 2;
const CONNECT_TRIES = 4;
const PROBE_TIMEOUT_MS = 5_000;

interface ServerOptions {
  /** Most pooled connections. */
  readonly connections?: number | undefined;
  readonly limits?: Limits | undefined;
}

/**
 * Opens a connection pool of at most `connections` to a Postgres server. The pool replaces connections that the server
 * closes or that exceed `limits`, so an outage fails only the queries in progress.
 *
 * @throws {DatabaseError} `server_unreachable`, `server_too_old`, `wrong_encoding` or `wrong_date_style`. The message
 *   never contains the URL, which may include a password.
 */
export async function openServer(
  url: string,
  { connections = CONNECTIONS, limits = LIMITS }: ServerOptions = {},
): Promise<DatabaseHandle> {
  const disk = watchDisk();
  const probes = openProbes(url, limits);
  const pool = createPool({
    url,
    name: "guided-selection",
    max: connections,
    kept: Math.min(KEPT_FOR_BUYERS, Math.floor(connections / 4)),
    limits,
    onFailure: disk.note,
    silence: watchSilence(probes.answers),
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

  try {
    await inTime(() => refuseUnsuitable(db));
  } catch (error) {
    await Promise.all([pool.end(), probes.close()]);
    if (error instanceof DatabaseError && error.code !== "unavailable") throw error;
    const cause = error instanceof DatabaseError ? error.cause : error;
    throw unreachable(cause);
  }

  let closing: Promise<void> | undefined;
  const close = () => closing ??= Promise.all([pool.end(), probes.close()]).then(() => {});
  return {
    db,
    engine: "server",
    listen: openListener({ url, limits }),
    probe: probes.ask,
    ping: (timeoutMs) => takesWrites(probes.ask, disk, timeoutMs),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Codes of a certificate whose authority is not among the known ones. */
const UNKNOWN_AUTHORITY: readonly unknown[] = [
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
];

/** Returns the error for a server that cannot be reached, with advice where a setting of the operator is missing. */
export function unreachable(cause: unknown): DatabaseError {
  const reason = reasonOf(cause);
  return new DatabaseError(
    "server_unreachable",
    `Cannot reach the database that DATABASE_URL names: ${reason}${adviceOn(cause, reason)}`,
    { cause },
  );
}

function adviceOn(cause: unknown, reason: string): string {
  if (cause instanceof Error && "code" in cause && UNKNOWN_AUTHORITY.includes(cause.code)) {
    return ". Name the certificate of its authority: add sslrootcert=FILE to DATABASE_URL";
  }
  return reason.startsWith("unsupported startup parameter")
    ? ". Let the pooler ignore it, and set the time-outs for the role: ignore_startup_parameters = " +
      "statement_timeout, lock_timeout, idle_in_transaction_session_timeout"
    : "";
}

interface Probes {
  ask: DatabaseHandle["probe"];
  /** Resolves when the server answers, if only with an error. */
  answers(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a separate connection for probes, so that health checks do not depend on a free connection in the pool. */
function openProbes(url: string, limits: Limits): Probes {
  const queryMs = Math.min(PROBE_TIMEOUT_MS, limits.queryMs);
  const pool = createPool({
    url,
    name: "guided-selection-probe",
    max: 1,
    limits: { ...limits, queryMs },
  });
  const ask: Probes["ask"] = async (statement) => {
    const client = await pool.connect();
    let failed = true;
    try {
      const { rows } = await client.query<Record<string, unknown>>(statement, []);
      failed = false;
      return rows;
    } finally {
      client.release(failed);
    }
  };
  return {
    ask,
    answers: () =>
      ask("select").then(() => {}, (error) => {
        if (
          sqlStateOf(error instanceof DatabaseError ? error.cause : error) === undefined
        ) throw error;
      }),
    close: () => pool.end(),
  };
}

/**
 * Retries a timeout, but no other error. The process loads code while it connects, so on a busy machine the connection
 * can time out before the event loop gets to its answer.
 */
async function inTime(ask: () => Promise<void>): Promise<void> {
  for (let left = CONNECT_TRIES - 1;; left--) {
    try {
      return await ask();
    } catch (error) {
      const cause = error instanceof DatabaseError ? error.cause : error;
      if (left === 0 || !/timeout/.test(reasonOf(cause))) throw error;
    }
  }
}

async function refuseUnsuitable(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string; dates: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      current_setting('DateStyle') as dates`.execute(db);
  const { version = 0, encoding = "", dates = "" } = rows[0] ?? {};
  if (version < OLDEST_VERSION) {
    throw new DatabaseError(
      "server_too_old",
      `Cannot use the database that DATABASE_URL names: it is Postgres ${version}, ` +
        `must be ${OLDEST_VERSION} or later`,
    );
  }
  if (encoding !== ENCODING) {
    throw new DatabaseError(
      "wrong_encoding",
      `Cannot use the database that DATABASE_URL names: its encoding is ${encoding}, ` +
        `must be ${ENCODING}. Create another one with ENCODING '${ENCODING}' TEMPLATE template0`,
    );
  }
  if (!DATE_STYLE.test(dates)) {
    throw new DatabaseError(
      "wrong_date_style",
      `Cannot use the database that DATABASE_URL names: its DateStyle is ${dates}, must be ISO. ` +
        "Set it for the database: ALTER DATABASE … SET DateStyle = 'ISO'",
    );
  }
}
