/**
 * The disaster recovery drill: backs up under load, destroys the database, restores it, and compares. The embedded
 * database is backed up by the service's own command after a stop under load; a server is backed up by `pg_dump` while
 * the load continues.
 */
import assert from "node:assert/strict";
import { type Kysely, sql } from "kysely";
import { type Database, openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { emptyLocation } from "../helpers/db.ts";
import { run, serve } from "../helpers/process.ts";
import { type Facts, readFacts } from "./facts.ts";
import { type Load, startLoad } from "./load.ts";

/** The result of a drill. */
interface DrillReport {
  readonly acknowledged: number;
  readonly rows: number;
  readonly auditHead: string;
}

const WRITES = Number(Deno.env.get("DRILL_WRITES") ?? 60);

const environmentOf = ({ url, dataDir }: OpenOptions): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(url && { DATABASE_URL: url }),
  ADMIN_DEV_BYPASS: "true",
  LOG_LEVEL: "fatal",
  RATE_LIMIT_LEAD: "1000000",
  RATE_LIMIT_WRITES: "1000000",
  RATE_LIMIT_READS: "1000000",
});

const serviceAt = (location: OpenOptions) =>
  serve("lib/cli/start.ts", {
    path: "/health",
    env: environmentOf(location),
    timeoutMs: 300_000,
  });

/** Stops the service under load, backs up the embedded database, deletes it, restores it, and compares. */
export async function drillEmbedded(): Promise<DrillReport> {
  await using location = await emptyLocation("embedded");
  const env = environmentOf(location);
  const file = `${location.dataDir}/drill.tar.gz`;
  const load = await underLoad(location, async (service) => {
    await service.stop("SIGTERM");
  });
  const before = await factsOf(location, load.acknowledged);
  await succeed("lib/cli/backup.ts", [file], env);
  await Deno.remove(`${location.dataDir}/postgres`, { recursive: true });
  await succeed("lib/cli/restore.ts", [file], env);
  return await compare(location, before, load.acknowledged);
}

/** Dumps a server database under load, drops it, restores the dump into an empty database, and compares. */
export async function drillServer(): Promise<DrillReport> {
  const folder = await Deno.makeTempDir({ prefix: "gss-drill-" });
  try {
    const file = `${folder}/drill.dump`;
    let before: Facts | undefined;
    let acknowledged = new Set<string>();
    {
      await using destroyed = await emptyLocation("server");
      await underLoad(destroyed, async (service, load) => {
        acknowledged = new Set(load.acknowledged);
        before = await dump(destroyed, file);
        await load.end();
        await service.stop("SIGTERM");
      });
    }
    await using fresh = await emptyLocation("server");
    await tool("pg_restore", ["--no-owner", "--exit-on-error", "-d", fresh.url ?? "", file]);
    assert.ok(before);
    return await compare(fresh, before, acknowledged);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

type Service = Awaited<ReturnType<typeof serviceAt>>;

async function underLoad(
  location: OpenOptions,
  act: (service: Service, load: Load) => Promise<void>,
): Promise<Load> {
  await using service = await serviceAt(location);
  const load = startLoad(service.origin);
  try {
    await load.reached(WRITES);
    await act(service, load);
  } finally {
    await load.end();
  }
  return load;
}

/** Dumps one snapshot of the database, and returns the facts of the same snapshot. */
async function dump(location: OpenOptions, file: string): Promise<Facts> {
  await using database = await openDatabase(location);
  return await database.db.transaction().setIsolationLevel("repeatable read").execute(
    async (trx) => {
      const { rows: [row] } = await sql<{ id: string }>`select pg_export_snapshot() as id`
        .execute(trx);
      const facts = await readFacts(trx);
      const snapshot = `--snapshot=${row?.id}`;
      await tool("pg_dump", ["-Fc", snapshot, "-f", file, "-d", location.url ?? ""]);
      return facts;
    },
  );
}

async function factsOf(location: OpenOptions, acknowledged: ReadonlySet<string>): Promise<Facts> {
  await using database = await openDatabase(location);
  await hasAll(database.db, acknowledged);
  return await readFacts(database.db);
}

async function compare(
  location: OpenOptions,
  before: Facts,
  acknowledged: ReadonlySet<string>,
): Promise<DrillReport> {
  assert.deepEqual(await factsOf(location, acknowledged), before);
  await succeed("lib/cli/audit_verify.ts", [], environmentOf(location));
  await using service = await serviceAt(location);
  assert.equal((await fetch(`${service.origin}/ready`)).status, 200);
  const rows = Object.values(before.rows).reduce((sum, count) => sum + count, 0);
  return { acknowledged: acknowledged.size, rows, auditHead: before.auditHead };
}

/** Asserts that no acknowledged write is missing. */
async function hasAll(db: Kysely<Database>, acknowledged: ReadonlySet<string>): Promise<void> {
  const leads = await db.selectFrom("crm_sync_queue").select("email").execute();
  const users = await db.selectFrom("admin_users").select("email").execute();
  const stored = new Set([...leads, ...users].map(({ email }) => email));
  assert.deepEqual([...acknowledged].filter((email) => !stored.has(email)), []);
}

async function succeed(script: string, args: string[], env: Record<string, string>): Promise<void> {
  const { code, stderr } = await run(script, { args, env });
  assert.equal(code, 0, `${script}: ${stderr}`);
}

async function tool(command: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args }).output();
  assert.ok(success, `${command}: ${new TextDecoder().decode(stderr)}`);
}
