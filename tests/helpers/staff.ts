/** The admin area in process, on a given catalog, with a member of staff for each role. */
import assert from "node:assert/strict";
import { type Catalog, seedCatalog } from "@/lib/catalog/mod.ts";
import type { Flash } from "@/lib/staff/mod.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { startApp, type TestApp } from "./app.ts";
import { ANY_ENGINE, DEFAULT_ENGINE, eachEngineUnopened, type Engine, truncate } from "./db.ts";
import { keptFlash } from "./flash.ts";

/** Fields of a form; a list is sent as a repeated field. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The role of the member of staff who sends a request. */
export type StaffRole = "editor" | "auditor" | "admin";

/** A response with its body. */
export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  /** The version in the form of the page; empty when it has none. */
  readonly version: string;
  readonly requestId: string | null;
  /** The flash that the next page shows. */
  readonly flash: Flash | null;
}

/** Returns the version in the form of a page; empty when it has none. */
export function versionOf(page: string): string {
  return /name="version" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

/** Posts a form to an app with the development bypass, asserts the redirect, and returns its `Location`. */
export async function postForm(app: TestApp, path: string, fields: Fields): Promise<string> {
  const response = await app.request(path, { method: "POST", body: paramsOf(fields) });
  assert.equal(response.status, 303, `${path}: ${(await response.text()).slice(0, 2_000)}`);
  return response.headers.get("location") ?? "";
}

/** {@linkcode postForm} with the version in the form of the page. */
export async function saveForm(app: TestApp, path: string, fields: Fields): Promise<string> {
  const version = versionOf(await (await app.request(path)).text());
  return await postForm(app, path, { version, ...fields });
}

/** An entry of the audit log. */
export interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly type: string;
  readonly id: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** The app behind a perimeter, with a member of staff for each role. The default role is editor. */
export interface StaffBench extends AsyncDisposable {
  readonly app: TestApp;
  get(path: string, role?: StaffRole): Promise<Answer>;
  post(path: string, fields: Fields, role?: StaffRole): Promise<Answer>;
  /** Posts a form, asserts the redirect, and returns the flash of the outcome. */
  act(path: string, fields: Fields, role?: StaffRole): Promise<Flash>;
  /** Posts the undo form of a flash. */
  undo(flash: Flash | null, role?: StaffRole): Promise<Answer>;
  /** Posts a form with files. */
  upload(path: string, form: FormData, role?: StaffRole): Promise<Answer>;
  /** Returns the access token of a role, for requests that are not forms. */
  tokenOf(role: StaffRole): string;
  /** Posts the form of a page with the version of the page. */
  save(path: string, fields: Fields): Promise<Answer>;
  /** Returns the JSON of a public endpoint. */
  json(path: string): Promise<unknown>;
  /** Returns the audit entries since the start, or since `startOver`. */
  entries(): Promise<Entry[]>;
  /** Returns a text that changes with every write: the catalog's version and the number of audit entries. */
  traces(): Promise<string>;
  /** Replaces all records by those of a catalog, and ignores the audit entries so far. */
  startOver(catalog: Catalog): Promise<void>;
}

/** Starts the app on a catalog. */
export async function startStaff(
  catalog: Catalog,
  engine: Engine = DEFAULT_ENGINE,
  environment: Readonly<Record<string, string>> = {},
): Promise<StaffBench> {
  await using starting = new AsyncDisposableStack();
  const double = starting.use(await startPerimeter());
  const app = starting.use(
    await startApp({
      engine,
      environment: { ...double.environment, SEED: "none", ...environment },
    }),
  );
  const { db, database, catalog: source } = app.services;
  let start = 0;

  async function startOver(catalog: Catalog): Promise<void> {
    await truncate(
      db,
      ...["budget_tiers", "attributes", "systems", "rule_sets", "tracks", "factors", "rules"],
      ...["scenarios", "admin_users"],
    );
    await seedCatalog(database, catalog);
    await source.refresh();
    await db.insertInto("admin_users").values(
      (["admin", "editor", "auditor"] as const)
        .map((role) => ({ email: `${role}@example.com`, role })),
    ).execute();
    const { length } = await db.selectFrom("audit_chain").select("length")
      .executeTakeFirstOrThrow();
    start = length;
  }

  await startOver(catalog);
  const tokens = {
    admin: await double.mint({ email: "admin@example.com" }),
    editor: await double.mint({ email: "editor@example.com" }),
    auditor: await double.mint({ email: "auditor@example.com" }),
  };

  async function send(
    path: string,
    role: StaffRole,
    body?: URLSearchParams | FormData,
  ): Promise<Answer> {
    const response = await app.request(path, {
      headers: { "cf-access-jwt-assertion": tokens[role] },
      ...(body && { method: "POST", body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get("location"),
      text,
      version: versionOf(text),
      requestId: response.headers.get("x-request-id"),
      flash: await keptFlash(app.services.kv, response),
    };
  }

  async function act(path: string, fields: Fields, role: StaffRole = "editor"): Promise<Flash> {
    const { status, text, flash } = await send(path, role, paramsOf(fields));
    assert.equal(status, 303, `${path}: ${text.slice(0, 2_000)}`);
    return flash ?? assert.fail(`${path} leaves no message`);
  }

  async function entries(): Promise<Entry[]> {
    return await db.selectFrom("audit_log")
      .select(["actor", "action", "entity_type as type", "entity_id as id", "before", "after"])
      .where("seq", ">", start).orderBy("seq").execute();
  }

  const opened = starting.move();
  return {
    app,
    entries,
    startOver,
    get: (path, role = "editor") => send(path, role),
    post: (path, fields, role = "editor") => send(path, role, paramsOf(fields)),
    act,
    async undo(flash, role = "editor") {
      const { action, fields } = flash?.undo ?? assert.fail("It cannot be undone");
      return await send(action, role, paramsOf(fields));
    },
    upload: (path, form, role = "editor") => send(path, role, form),
    tokenOf: (role) => tokens[role],
    async save(path, fields) {
      const page = await send(path, "editor");
      assert.equal(page.status, 200, path);
      return await send(path, "editor", paramsOf({ version: page.version, ...fields }));
    },
    async json(path) {
      const response = await app.request(path);
      assert.equal(response.status, 200, path);
      return await response.json();
    },
    async traces() {
      const { version } = await db.selectFrom("catalog_version").select("version")
        .executeTakeFirstOrThrow();
      return `catalog ${version}, ${(await entries()).length} entries`;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type StaffTest = (bench: StaffBench, context: Deno.TestContext) => Promise<void>;

/** Registers tests as steps of one test. */
interface StaffTests {
  /** Registers a test that does not depend on the engine; it runs on `ANY_ENGINE`. */
  test(name: string, test: StaffTest): void;
  /** Registers a test that runs on each engine. */
  eachEngine(name: string, test: StaffTest): void;
}

/**
 * Declares tests that share one app per engine, because starting it takes longer than most of them run. Each test begins
 * with the given catalog and without audit entries.
 */
export function staffTests(subject: string, catalog: Catalog): StaffTests {
  const tests: { name: string; test: StaffTest; engines: readonly Engine[] }[] = [];
  eachEngineUnopened(subject, async (engine, context) => {
    const chosen = tests.filter(({ engines }) => engines.includes(engine));
    if (chosen.length === 0) return;
    await using bench = await startStaff(catalog, engine);
    for (const { name, test } of chosen) {
      await bench.startOver(catalog);
      await context.step(name, (step) => test(bench, step));
    }
  });
  return {
    test: (name, test) => tests.push({ name, test, engines: ANY_ENGINE }),
    eachEngine: (name, test) => tests.push({ name, test, engines: ["embedded", "server"] }),
  };
}

function paramsOf(fields: Fields): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const part of typeof value === "string" ? [value] : value) params.append(name, part);
  }
  return params;
}

/** Returns what stands at a path in JSON; undefined when nothing does. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => inner instanceof Object ? Reflect.get(inner, name) : undefined,
    value,
  );
}
