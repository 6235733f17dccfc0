/**
 * Databases for tests: the same test on both engines, each time on a fresh, migrated, empty database
 * of its own. The server engine needs `TEST_DATABASE_URL`, a Postgres whose role may create
 * databases; without it those tests say that they are skipped.
 */
import { sql } from "kysely";
import { tmpdir } from "node:os";
import {
  type DatabaseHandle,
  migrate,
  openDatabase,
  type OpenOptions,
  transact,
} from "../../lib/db/mod.ts";
import { closeLentEngine, withLentEngine } from "./lent_engine.ts";
import { type Content, fingerprint } from "./prepared.ts";

const SERVER_URL = Deno.env.get("TEST_DATABASE_URL") || null;

export type Engine = DatabaseHandle["engine"];

/** What tests that are not about an engine run on: the one that starts in a tenth of the time, where there is one. */
export const DEFAULT_ENGINE: Engine = SERVER_URL === null ? "embedded" : "server";

/** Where a test's own database is, until disposed of. */
export interface TestLocation extends OpenOptions, AsyncDisposable {}

/** A place for a database that does not exist yet. */
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

/** A place with a database that no migration has touched. */
export function bareLocation(engine: Engine): Promise<TestLocation> {
  return engine === "server" ? emptyLocation(engine) : preparedLocation(engine, "bare");
}

/** A place with a migrated, empty database. */
export function migratedLocation(engine: Engine): Promise<TestLocation> {
  return preparedLocation(engine, "empty");
}

/** A place with a migrated database that has the demo. */
export function demoLocation(engine: Engine): Promise<TestLocation> {
  return preparedLocation(engine, "demo");
}

/** What each is made of: to make an embedded database of nothing takes longer than all migrations. */
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

/** A program of its own copies the thousand files of a database in a tenth of the time. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", { args: ["-R", from, to] }).output();
  if (!success) throw new Error(`Cannot copy ${from}: ${new TextDecoder().decode(stderr)}`);
}

async function copiedLocation(content: Content): Promise<TestLocation> {
  try {
    return await newLocation("server", await serverTemplate(content));
  } catch (error) {
    // Whoever made a template of other sources meanwhile has dropped this one.
    if (!(error instanceof Error && "code" in error && error.code === "3D000")) throw error;
    return await newLocation("server", await serverTemplate(content));
  }
}

async function prepare(location: OpenOptions, content: Content): Promise<void> {
  await using database = disposable(await openDatabase(location));
  if (content === "bare") return;
  await migrate(database);
  if (content === "empty") return;
  // Few files make the template, and each would load the whole demo for it.
  const { seedDemo } = await import("../../migrations/seed/demo/seed.ts");
  await seedDemo(database);
}

/**
 * Registers `test` once for each engine. Its database is migrated and empty; the embedded one is the file's,
 * put back between tests, unless the test takes the location as well.
 */
export function eachEngine(
  name: string,
  test: (database: DatabaseHandle, location: OpenOptions) => Promise<void>,
): void {
  if (!lends) Deno.test.afterAll(closeLentEngine);
  lends = true;
  const isLent = test.length < 2;
  Deno.test({
    name: `${name} [embedded]`,
    // The engine's thread outlives the test.
    ...(isLent && { sanitizeOps: false, sanitizeResources: false }),
    fn: () =>
      isLent ? withLentEngine(openOwn, (database) => test(database, NOWHERE)) : onOwn("embedded"),
  });
  onServerOnly(name, () => onOwn("server"));

  async function onOwn(engine: Engine): Promise<void> {
    await using location = await migratedLocation(engine);
    await using database = disposable(await openDatabase(location));
    await test(database, location);
  }
}

let lends = false;
const NOWHERE: OpenOptions = { url: null, dataDir: "" };

/** An embedded database that takes its folder with it. */
async function openOwn(): Promise<DatabaseHandle & AsyncDisposable> {
  const location = await migratedLocation("embedded");
  const database = await openDatabase(location);
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.close();
      await location[Symbol.asyncDispose]();
    },
  };
}

/** Registers `test` once for each engine, for tests that open databases themselves. */
export function eachEngineUnopened(
  name: string,
  test: (engine: Engine, context: Deno.TestContext) => Promise<void>,
): void {
  Deno.test(`${name} [embedded]`, (context) => test("embedded", context));
  onServerOnly(name, (context) => test("server", context));
}

/**
 * What tests above the database run on, as what they ask of an engine has tests on both: the default
 * engine, or both with `TEST_ENGINES=each`.
 */
export const ANY_ENGINE: readonly Engine[] = Deno.env.get("TEST_ENGINES") === "each"
  ? ["embedded", "server"]
  : [DEFAULT_ENGINE];

/** Registers `test` on `ANY_ENGINE`, for tests that open databases themselves. */
export function anyEngine(
  name: string,
  test: (engine: Engine, context: Deno.TestContext) => Promise<void>,
): void {
  if (ANY_ENGINE.length > 1) return eachEngineUnopened(name, test);
  Deno.test(`${name} [${DEFAULT_ENGINE}]`, (context) => test(DEFAULT_ENGINE, context));
}

/** Registers a test that only a server can answer. */
export function onServerOnly(
  name: string,
  test: (context: Deno.TestContext) => Promise<void>,
): void {
  Deno.test({
    name: SERVER_URL === null
      ? `${name} [server, skipped: TEST_DATABASE_URL is unset]`
      : `${name} [server]`,
    ignore: SERVER_URL === null,
    fn: test,
  });
}

/** Makes a handle that `await using` closes. */
export function disposable(database: DatabaseHandle): DatabaseHandle & AsyncDisposable {
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** Runs something on the test server itself, such as creating a database or cutting connections. */
export async function onServer<T>(run: (db: DatabaseHandle["db"]) => Promise<T>): Promise<T> {
  await using server = disposable(await openDatabase({ url: urlOf(null), dataDir: "" }));
  return await run(server.db);
}

function urlOf(database: string | null): string {
  if (SERVER_URL === null) throw new Error("Cannot use a server: TEST_DATABASE_URL is unset");
  const url = new URL(SERVER_URL);
  if (database !== null) url.pathname = `/${database}`;
  return url.href;
}

/**
 * The folder that embedded databases are copied from, which takes a tenth of the time of making one.
 * Its name says what it was made of, so test files and later runs share it for as long as it is true.
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

/** Removes folders of other sources that nobody has copied for an hour. */
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

/** The database that server databases are copied from; see `embeddedTemplate`. */
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
      // One that is being copied stays until the next template is made.
      await sql`drop database if exists ${sql.id(name)}`.execute(db).catch(() => {});
    }
    await sql`alter database ${sql.id(unfinished)} rename to ${sql.id(template)}`.execute(db);
  });
  return template;
}

async function createDatabase(template: string): Promise<string> {
  const name = `gss_test_${crypto.randomUUID().replaceAll("-", "")}`;
  // Files are copied in half the time of pages that are logged one by one.
  await onServer((db) =>
    sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(db)
  );
  return name;
}

/** Waits until no other process makes the same; disposing of it lets the next one go on. */
async function locked(name: string): Promise<Deno.FsFile> {
  const lock = await Deno.open(`${name}.lock`, { create: true, write: true });
  await lock.lock(true);
  return lock;
}

async function isFolder(path: string): Promise<boolean> {
  return await Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false);
}

/**
 * Empties tables, and all that refers to them, under a service that runs: what the last test left to be done reads the same
 * tables, and where the two would wait for each other the emptying begins again.
 */
export async function truncate(db: DatabaseHandle["db"], ...tables: string[]): Promise<void> {
  const named = sql.join(tables.map((table) => sql.table(table)));
  await transact(db, (trx) => sql`truncate ${named} cascade`.execute(trx));
}
