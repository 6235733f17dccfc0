/** Helpers for tests of sessions: requests of one visitor, and services with an adjustable clock. */
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { loadConfig } from "@/lib/config/mod.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import type { SessionServices } from "@/lib/session/mod.ts";

/** Environment variables that configure the consent gate. */
export const CONSENT_ENVIRONMENT: Readonly<Record<string, string>> = {
  CMP_SITE_ID: "77",
  CMP_PURPOSE_MEASUREMENT: "4",
  CMP_PURPOSE_MARKETING: "5",
};

/** The cookie of a visitor who consents to measurement. */
export const CONSENTING = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"4":true,"5":false}}')}`;
/** The cookie of a visitor who consents to measurement and marketing. */
export const CONSENTING_TO_ALL = `_cmp_cs-77=${
  encodeURIComponent('{"purposes":{"4":true,"5":true}}')
}`;
/** The cookie of a visitor who consents to nothing. */
export const REFUSING = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"4":false,"5":false}}')}`;

/** A browser that stores the session cookie and sends a consent cookie. */
export interface Visitor {
  consent: string;
  sessionId: string | null;
  /** Creates a request with the cookies of this visitor. */
  request(path?: string, init?: RequestInit): Request;
  /** Stores the session of a `Set-Cookie` value, and returns the value. */
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

/** Session services with an adjustable clock; disposing it closes the key-value store. */
export interface SessionBench extends AsyncDisposable {
  readonly services: SessionServices;
  readonly kv: Deno.Kv;
  readonly kvPath: string;
  /** Advances the clock. */
  pass(time: { hours?: number; days?: number; ms?: number }): void;
}

/** Options of a bench. */
interface SessionBenchOptions {
  /** A database; without one, statements have no effect. */
  readonly database?: Pick<DatabaseHandle, "db">;
  readonly environment?: Record<string, string>;
  /** Path or URL of the key-value store; default a temporary file. */
  readonly kvPath?: string;
}

/** Opens a bench. The clock starts at 2026-05-04T09:00Z. */
export async function aSessionBench(
  { database, environment, ...options }: SessionBenchOptions = {},
): Promise<SessionBench> {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  const kvPath = options.kvPath ?? `${folder}/kv.sqlite3`;
  const kv = await openKv(kvPath);
  let time = Date.UTC(2026, 4, 4, 9);
  const config = loadConfig({ ...CONSENT_ENVIRONMENT, ...environment });
  const db = database?.db ?? new Kysely<Database>({ dialect: NO_OP_DIALECT });
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

/** A store that calls `meanwhile` once, between the first read of a session and its answer. */
export function readBefore(kv: Deno.Kv, meanwhile: () => Promise<unknown>): Deno.Kv {
  let isDone = false;
  const get: Deno.Kv["get"] = async (key, options) => {
    const entry = await kv.get<never>(key, options);
    if (isDone || key[0] !== "sessions") return entry;
    isDone = true;
    await meanwhile();
    return entry;
  };
  return withMethod(kv, { get });
}

/** A store whose lists fail; it reads and writes single keys as `kv` does. */
export function failingLists(kv: Deno.Kv): Deno.Kv {
  return withMethod(kv, {
    list() {
      throw new TypeError("The store does not answer");
    },
  });
}

function withMethod(kv: Deno.Kv, methods: Partial<Deno.Kv>): Deno.Kv {
  return new Proxy(kv, {
    get(target, name) {
      const value: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const NO_OP_DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
