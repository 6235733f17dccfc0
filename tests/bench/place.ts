/** Databases for measurements: filled once by the service itself, then copied for each measurement. */
import { sql } from "kysely";
import { cp } from "node:fs/promises";
import { type Catalog, seedCatalog } from "@/lib/catalog/mod.ts";
import { type DatabaseHandle, migrate, openDatabase } from "@/lib/db/mod.ts";
import { startService } from "./service.ts";

export type Engine = DatabaseHandle["engine"];

const SERVER_URL = Deno.env.get("BENCH_DATABASE_URL") || Deno.env.get("TEST_DATABASE_URL") || null;

/** The available engines. `server` needs `BENCH_DATABASE_URL` or `TEST_DATABASE_URL`. */
export const ENGINES: readonly Engine[] = SERVER_URL === null
  ? ["embedded"]
  : ["embedded", "server"];

/** A database that is deleted when disposed. No process may have it open while it is copied. */
export interface Place extends AsyncDisposable {
  readonly engine: Engine;
  /** Name on the server; empty for the embedded engine. */
  readonly database: string;
  /** The environment with which a service uses it, without seeding it. */
  readonly env: Readonly<Record<string, string>>;
  copy(): Promise<Place>;
  open(): Promise<DatabaseHandle>;
}

/** Creates a database that the service has migrated and seeded with the demo. */
export async function demoPlace(engine: Engine): Promise<Place> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(await newPlace(engine, null));
  const service = await startService({ ...place.env, SEED: "demo" });
  await service.stop("SIGTERM");
  stack.move();
  return place;
}

/** Creates a migrated database with one catalog and nothing else. */
export async function catalogPlace(engine: Engine, catalog: Catalog): Promise<Place> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(await newPlace(engine, null));
  await using database = await place.open();
  await migrate(database);
  await seedCatalog(database, catalog);
  stack.move();
  return place;
}

interface Original {
  readonly database: string;
  readonly dataDir: string;
}

/** Creates an empty database, or a copy of the original. */
async function newPlace(engine: Engine, original: Original | null): Promise<Place> {
  const dataDir = await Deno.makeTempDir({ prefix: "gss-bench-" });
  const database = engine === "server"
    ? `gss_bench_${crypto.randomUUID().replaceAll("-", "")}`
    : "";
  if (engine === "server") {
    await onServer(`create database ${database} template ${original?.database ?? "template0"}`);
  } else if (original !== null) await cp(original.dataDir, dataDir, { recursive: true });
  const url = engine === "server" ? urlOf(database) : null;
  return {
    engine,
    database,
    env: { DATA_DIR: dataDir, SEED: "none", ...url === null ? {} : { DATABASE_URL: url } },
    copy: () => newPlace(engine, { database, dataDir }),
    async open() {
      const handle = await openDatabase({ url, dataDir });
      return { ...handle, [Symbol.asyncDispose]: () => handle.close() };
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(dataDir, { recursive: true });
      if (engine === "server") await onServer(`drop database if exists ${database} with (force)`);
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const server = await openDatabase({ url: urlOf(null), dataDir: "" });
  try {
    await sql.raw(statement).execute(server.db);
  } finally {
    await server.close();
  }
}

function urlOf(database: string | null): string {
  if (SERVER_URL === null) throw new Error("Cannot use a server: BENCH_DATABASE_URL is unset");
  const url = new URL(SERVER_URL);
  if (database !== null) url.pathname = `/${database}`;
  return url.href;
}
