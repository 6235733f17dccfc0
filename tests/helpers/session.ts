/** What tests of sessions share: requests of one visitor, and services with a clock to turn. */
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { loadConfig } from "../../lib/config/mod.ts";
import type { Database, DatabaseHandle } from "../../lib/db/mod.ts";
import { openKv } from "../../lib/kv/mod.ts";
import type { SessionServices } from "../../lib/session/mod.ts";

/** Environment of a service whose consent gate is configured. */
export const CONSENT_ENVIRONMENT: Readonly<Record<string, string>> = {
  CMP_SITE_ID: "77",
  CMP_PURPOSE_MEASUREMENT: "4",
  CMP_PURPOSE_MARKETING: "5",
};

/** Cookies of visitors who consent to measurement, or to nothing. */
export const CONSENTING = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"4":true,"5":false}}')}`;
export const REFUSING = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"4":false,"5":false}}')}`;

/** A browser: it keeps the session cookie that it is given, and says what it consents to. */
export interface Visitor {
  consent: string;
  sessionId: string | null;
  /** A request as this visitor sends it. */
  request(path?: string, init?: RequestInit): Request;
  /** Takes the cookie of a `Set-Cookie` value, and gives the value. */
  take(setCookie: string | null): string;
}

/** A browser without a session. */
export function aVisitor(consent = REFUSING): Visitor {
  return {
    consent,
    sessionId: null,
    request(path = "/", init = {}) {
      const headers = new Headers(init.headers);
      const session = this.sessionId === null ? [] : [`ns_session=${this.sessionId}`];
      headers.set("cookie", [...session, this.consent].join("; "));
      return new Request(new URL(path, "http://localhost"), { ...init, headers });
    },
    take(setCookie) {
      if (setCookie === null) throw new Error("Cannot take the cookie: there is none");
      this.sessionId = /^ns_session=([^;]*)/.exec(setCookie)?.[1] ?? null;
      return setCookie;
    },
  };
}

/** Services around a database, with a clock that tests turn, and a key-value store to be closed. */
export interface SessionBench extends AsyncDisposable {
  readonly services: SessionServices;
  readonly kv: Deno.Kv;
  readonly kvPath: string;
  /** Turns the clock on. */
  pass(time: { hours?: number; days?: number; ms?: number }): void;
}

/** What a bench is made of. */
export interface SessionBenchOptions {
  /** A database; without one, statements are taken and forgotten. */
  readonly database?: Pick<DatabaseHandle, "db">;
  readonly environment?: Record<string, string>;
  /** The address of a store elsewhere; one in a file unless told otherwise. */
  readonly kvPath?: string;
}

/** Opens a key-value store in a file and sets the clock to a moment of 2026. */
export async function aSessionBench(
  { database, environment, ...options }: SessionBenchOptions = {},
): Promise<SessionBench> {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  const kvPath = options.kvPath ?? `${folder}/kv.sqlite3`;
  const kv = await openKv(kvPath);
  let time = Date.UTC(2026, 4, 4, 9);
  const config = loadConfig({ ...CONSENT_ENVIRONMENT, ...environment });
  const db = database?.db ?? new Kysely<Database>({ dialect: FORGETFUL });
  return {
    services: { kv, db, config, now: () => new Date(time) },
    kv,
    kvPath,
    pass({ hours = 0, days = 0, ms = 0 }) {
      time += ms + 3_600_000 * (hours + 24 * days);
    },
    async [Symbol.asyncDispose]() {
      kv.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const FORGETFUL: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
