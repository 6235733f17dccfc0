/**
 * Databases for tests: runs a test on both engines, each time with a fresh, migrated, empty database. The server engine
 * needs `TEST_DATABASE_URL`, a Postgres with a role that may create databases. Without it, those tests are skipped and
 * their names say so.
 */
import { Kysely, PostgresDialect, sql } from "kysely";
// @ts-types="@types/pg"
import { Pool } from "pg";
import { tmpdir } from "node:os";
import {
  type DatabaseHandle,
  migrate,
  openDatabase,
  type OpenOptions,
  transact,
} from "@/lib/db/mod.ts";
import { closeLentDatabases, withLentDatabase } from "./lent_database.ts";
import { type Content, fingerprint } from "./prepared.ts";

const SERVER_URL = Deno.env.get("TEST_DATABASE_URL") || null;

/** The query builder of a test database. */
export type Db = DatabaseHandle["db"];
export type Engine = DatabaseHandle["engine"];

const ENGINES: readonly Engine[] = ["embedded", "server"];

/** The engine of tests that do not depend on it: the server if there is one, because it starts ten times as fast. */
export const DEFAULT_ENGINE: Engine = SERVER_URL === null ? "embedded" : "server";

/** The location of a test's database; disposing it removes the database. */
export interface TestLocation extends OpenOptions, AsyncDisposable {}

/** Creates a location without any tables: an empty folder, or a database from `template0`. */
export function emptyLocation(engine: Engine): Promise<TestLocation> {
  return newLocation(engine, "template0");
}

async function newLocation(engine: Engine, template: string): Promise<TestLocation> {
  const dataDir = await Deno.makeTempDir({ prefix: "gss-test-" });
  const name = engine === "server" ? await createDatabase(template) : "";
  return {
    url: engine === "server" ? urlOf(name) : null,
    dataDir,
    async [Symbol.asyncDispose]() {
      await Deno.remove(dataDir, { recursive: true });
      if (engine === "embedded") return;
      await onServer((db) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(db));
    },
  };
}

/** Creates a location with an initialised database without migrations. */
export function bareLocation(engine: Engine): Promise<TestLocation> {
  return engine === "server" ? emptyLocation(engine) : preparedLocation(engine, "bare");
}

/** Creates a location with a migrated, empty database. */
export function migratedLocation(engine: Engine): Promise<TestLocation> {
  return preparedLocation(engine, "empty");
}

/** The renditions of the demo's pictures, which all tests and later runs share. */
const RENDITIONS = `${tmpdir()}/gss-test-renditions`;

/**
 * Creates a location with a migrated database that contains the demo. Its renditions are those of all such locations,
 * because encoding pictures again for each of them takes a third of the processor time of some tests.
 */
export async function demoLocation(engine: Engine): Promise<TestLocation> {
  const location = await preparedLocation(engine, "demo");
  await Deno.mkdir(RENDITIONS, { recursive: true });
  await Deno.symlink(RENDITIONS, `${location.dataDir}/renditions`);
  return location;
}

/** The template that each template is built from: initialising an embedded database takes longer than migrating it. */
const BASE: Readonly<Record<Content, Content | null>> = {
  bare: null,
  empty: "bare",
  demo: "empty",
};

async function preparedLocation(engine: Engine, content: Content): Promise<TestLocation> {
  if (engine === "server") return await copiedLocation(content);
  const location = await emptyLocation(engine);
  await copyFolder(`${await embeddedTemplate(content)}/postgres`, `${location.dataDir}/postgres`);
  return location;
}

/** Copies a folder with `cp`, which copies the thousand files of a database ten times as fast as Deno does. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", { args: ["-R", from, to] }).output();
  if (!success) throw new Error(`Cannot copy ${from}: ${new TextDecoder().decode(stderr)}`);
}

async function copiedLocation(content: Content): Promise<TestLocation> {
  const known = templates.get(content) ?? serverTemplate(content);
  templates.set(content, known);
  try {
    return await newLocation("server", await known);
  } catch (error) {
    templates.delete(content);
    // Another process that built a template from other sources has dropped this one.
    if (!(error instanceof Error && "code" in error && error.code === "3D000")) throw error;
    return await newLocation("server", await serverTemplate(content));
  }
}

/** The names of the templates on the server, as far as this file has asked for them. */
const templates = new Map<Content, Promise<string>>();

async function prepare(location: OpenOptions, content: Content): Promise<void> {
  await using database = await openDatabase(location);
  if (content === "bare") return await dropTemplates(database);
  await migrate(database);
  if (content === "empty") return;
  // Imported only here, because few test files build the template, and the demo is large.
  const { seedDemo } = await import("@/migrations/seed/demo/seed.ts");
  await seedDemo(database);
}

/** Drops the databases that `create database` would copy, which are almost half of the files of an embedded database. */
async function dropTemplates({ db }: DatabaseHandle): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db);
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
}

/**
 * Registers `test` once for each engine, with a migrated, empty database. All tests of a file share one database of each
 * engine, which is reset between them, except tests that also take the location.
 */
export function eachEngine(
  name: string,
  test: (database: DatabaseHandle, location: OpenOptions) => Promise<void>,
): void {
  for (const engine of ENGINES) onDatabase(engine, name, test);
}

/** Registers `test` for one engine; see {@linkcode eachEngine}. */
export function onDatabase(
  engine: Engine,
  name: string,
  test: (database: DatabaseHandle, location: OpenOptions) => Promise<void>,
): void {
  if (test.length > 1) {
    return declare(engine, name, async () => {
      await using location = await migratedLocation(engine);
      await using database = await openDatabase(location);
      await test(database, location);
    });
  }
  if (!closesShared) Deno.test.afterAll(closeLentDatabases);
  closesShared = true;
  const open = () => opened(migratedLocation(engine));
  const run = () => withLentDatabase(engine, open, (database) => test(database, NOWHERE));
  // The shared database stays open after the test.
  declare(engine, name, run, { sanitizeOps: false, sanitizeResources: false });
}

let closesShared = false;
const NOWHERE: OpenOptions = { url: null, dataDir: "" };

/** Opens the database of a new location; disposing it closes the database and removes the location. */
export async function opened(
  location: Promise<TestLocation>,
): Promise<DatabaseHandle> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openDatabase(opening.use(await location)));
  const owned = opening.move();
  return { ...database, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Registers `test` once for each engine. The test opens its database itself. */
export function eachEngineUnopened(
  name: string,
  test: (engine: Engine, context: Deno.TestContext) => Promise<void>,
): void {
  for (const engine of ENGINES) declare(engine, name, (context) => test(engine, context));
}

/**
 * The engines of tests above the database: the default engine, or both with `TEST_ENGINES=each`. One is enough, because
 * other tests check everything that they need from an engine on both.
 */
export const ANY_ENGINE: readonly Engine[] = Deno.env.get("TEST_ENGINES") === "each"
  ? ENGINES
  : [DEFAULT_ENGINE];

/** Registers `test` for each engine in `ANY_ENGINE`. The test opens its database itself. */
export function anyEngine(
  name: string,
  test: (engine: Engine, context: Deno.TestContext) => Promise<void>,
): void {
  for (const engine of ANY_ENGINE) declare(engine, name, (context) => test(engine, context));
}

/** Registers a test that needs a server; it is skipped when there is none. */
export function onServerOnly(
  name: string,
  test: (context: Deno.TestContext) => Promise<void>,
): void {
  declare("server", name, test);
}

function declare(
  engine: Engine,
  name: string,
  fn: (context: Deno.TestContext) => Promise<void>,
  options: Partial<Deno.TestDefinition> = {},
): void {
  const ignore = engine === "server" && SERVER_URL === null;
  const where = ignore ? "server, skipped: TEST_DATABASE_URL is unset" : engine;
  Deno.test({ ...options, name: `${name} [${where}]`, ignore, fn });
}

/** Runs statements on the test server's own database, such as creating a database or terminating connections. */
export async function onServer<T>(run: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  if (administration !== null) return await run(administration);
  const db = connectToServer();
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

/**
 * A connection for the statements of all tests of an isolate, since most tests create a database. It is opened before the
 * tests, as a connection that one of them opens counts as a leak of that test.
 */
let administration: Kysely<unknown> | null = null;
Deno.test.beforeAll(async () => {
  if (SERVER_URL === null) return;
  administration = connectToServer();
  await sql`select`.execute(administration);
});
Deno.test.afterAll(async () => {
  await administration?.destroy();
  administration = null;
});

function connectToServer(): Kysely<unknown> {
  const pool = new Pool({ connectionString: urlOf(null), max: 1, idleTimeoutMillis: 0 });
  pool.on("error", () => {});
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

function urlOf(database: string | null): string {
  if (SERVER_URL === null) throw new Error("Cannot use a server: TEST_DATABASE_URL is unset");
  const url = new URL(SERVER_URL);
  if (database !== null) url.pathname = `/${database}`;
  return url.href;
}

/**
 * Returns the template folder of embedded databases, because copying it is ten times as fast as creating a database. Its
 * name contains the fingerprint of its sources, so test files and later runs share it until a source changes.
 */
async function embeddedTemplate(content: Content): Promise<string> {
  const template = `${tmpdir()}/gss-test-template-${content}-${await fingerprint(content)}`;
  using _lock = await locked(template);
  if (await isFolder(template)) {
    await Deno.utime(template, new Date(), new Date());
    return template;
  }
  const unfinished = await Deno.makeTempDir({ prefix: "gss-test-" });
  const base = BASE[content];
  if (base) await copyFolder(`${await embeddedTemplate(base)}/postgres`, `${unfinished}/postgres`);
  await prepare({ url: null, dataDir: unfinished }, content);
  await Deno.rename(unfinished, template);
  await removeUnused(content);
  return template;
}

/** Removes template folders with this content that nobody has used for an hour. */
async function removeUnused(content: Content): Promise<void> {
  const since = Date.now() - 3_600_000;
  for await (const { name, isDirectory } of Deno.readDir(tmpdir())) {
    if (!isDirectory || !name.startsWith(`gss-test-template-${content}-`)) continue;
    const path = `${tmpdir()}/${name}`;
    const { mtime } = await Deno.stat(path);
    if (mtime !== null && mtime.getTime() < since) {
      await Deno.remove(path, { recursive: true }).catch(() => {});
    }
  }
}

/** Returns the template database on the server; see {@linkcode embeddedTemplate}. */
async function serverTemplate(content: Content): Promise<string> {
  const prefix = `gss_test_template_${content}_`;
  const template = `${prefix}${await fingerprint(content)}`;
  using _lock = await locked(`${tmpdir()}/${template}`);
  const made = await onServer(async (db) => {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${prefix})`.execute(db);
    return rows.map(({ name }) => name);
  });
  if (made.includes(template)) return template;
  const unfinished = await createDatabase("template0");
  await prepare({ url: urlOf(unfinished), dataDir: "" }, content);
  await onServer(async (db) => {
    for (const name of made) {
      // Postgres refuses to drop a template that is being copied; the next template build removes it.
      await sql`drop database if exists ${sql.id(name)}`.execute(db).catch(() => {});
    }
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(template)}`.execute(db);
  });
  return template;
}

async function createDatabase(template: string): Promise<string> {
  const name = `gss_test_${crypto.randomUUID().replaceAll("-", "")}`;
  // Copying files takes half the time of the default strategy, which logs every page.
  await onServer((db) =>
    sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(db)
  );
  return name;
}

/** Takes a lock file, so that only one process builds a template; disposing it releases the lock. */
async function locked(name: string): Promise<Deno.FsFile> {
  const lock = await Deno.open(`${name}.lock`, { create: true, write: true });
  await lock.lock(true);
  return lock;
}

async function isFolder(path: string): Promise<boolean> {
  return await Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false);
}

/**
 * Truncates tables, and all tables that refer to them, while a service is running. Retries on a deadlock with background
 * work of the previous test, which may read the same tables.
 */
export async function truncate(db: DatabaseHandle["db"], ...tables: string[]): Promise<void> {
  const named = sql.join(tables.map((table) => sql.table(table)));
  await transact(db, (trx) => sql`truncate ${named} cascade`.execute(trx));
}
