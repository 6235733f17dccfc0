/**
 * The soak: three processes on Postgres and a remote key-value store, loaded by buyers, staff and leads, with `kill -9` of a
 * random process every 30 seconds and, in the middle, a restart of the database as its clients see it: the server ends all their
 * connections, and none can be made for two seconds. Needs `TEST_DATABASE_URL`. Ends with 1 when something was lost, came twice
 * or failed for more than five seconds.
 */
import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "../../lib/db/mod.ts";
import { startCrm } from "../doubles/crm.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { demoLocation, disposable, onServer } from "../helpers/db.ts";
import { type Fleet, startFleet } from "../helpers/fleet.ts";
import { type Proxy, startProxy } from "../helpers/proxy.ts";
import { buyer, type Journal, leads, newJournal, staff } from "./load.ts";

const KILL_EVERY_MS = 30_000;
const DATABASE_AWAY_MS = 2_000;
const FAILING_MS = 5_000;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("Cannot soak: --minutes wants a number above 0");

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Kills a random process every so often, and starts another in its place. */
async function killer(fleet: Fleet, signal: AbortSignal): Promise<number> {
  let kills = 0;
  while (!signal.aborted) {
    await delay(KILL_EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const index = Math.floor(Math.random() * fleet.origins.length);
    await fleet.member(index).stop("SIGKILL");
    kills++;
    await fleet.start(index);
  }
  return kills;
}

/** Notes the memory of each process every ten seconds, in megabytes, by its id. */
async function watchMemory(fleet: Fleet, signal: AbortSignal): Promise<Map<number, number[]>> {
  const seen = new Map<number, number[]>();
  while (!signal.aborted) {
    for (const index of fleet.origins.keys()) {
      const { pid } = fleet.member(index);
      const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
      const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN);
      if (kilobytes > 0) seen.set(pid, [...seen.get(pid) ?? [], Math.round(kilobytes / 1024)]);
    }
    await delay(10_000, undefined, { signal }).catch(() => {});
  }
  return seen;
}

async function restartDatabase(proxy: Proxy, name: string): Promise<void> {
  proxy.refusing = true;
  await onServer((db) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(db)
  );
  await delay(DATABASE_AWAY_MS);
  proxy.refusing = false;
}

await using location = await demoLocation("server");
const real = new URL(location.url ?? "");
using proxy = startProxy({ hostname: real.hostname, port: Number(real.port || 5432) });
const through = new URL(real);
through.hostname = "127.0.0.1";
through.port = String(proxy.port);
await using perimeter = await startPerimeter();
await using crm = startCrm();
const journal = newJournal();
{
  await using fleet = await startFleet({
    location,
    databaseUrl: through.href,
    environment: {
      ...perimeter.environment,
      ...crm.environment,
      ADMIN_EMAILS: "ada@example.com",
      LOG_LEVEL: "fatal",
    },
  });
  const token = await perimeter.mint();
  const path = await ownSystem(fleet.origin, token);
  say(`Soaking for ${minutes} min: three processes, eight buyers, two leads, one member of staff`);
  const ending = new AbortController();
  const options = { origin: fleet.origin, journal, signal: ending.signal };
  const loads = [
    ...Array.from({ length: 8 }, (_, index) => buyer(options, `buyer-${index}`)),
    leads(options, "pat"),
    leads(options, "kim"),
    staff(options, { token, ...path }),
  ];
  const killing = killer(fleet, ending.signal);
  const memory = watchMemory(fleet, ending.signal);
  await delay(minutes * 30_000);
  await restartDatabase(proxy, real.pathname.slice(1));
  await delay(minutes * 30_000);
  ending.abort();
  await Promise.all(loads);
  say(`Processes killed: ${await killing}`);
  for (const [pid, [first = 0, ...rest]] of await memory) {
    const last = rest.at(-1) ?? first;
    say(`RSS of ${pid}: first ${first} MB, highest ${Math.max(first, ...rest)}, last ${last} MB`);
  }
}
const verdict = await judge(journal);
const { failingSince: _, ...told } = journal;
say(JSON.stringify({ ...told, leads: journal.leads.size, ...verdict }, null, 2));
if (verdict.problems.length > 0) Deno.exitCode = 1;

/** Makes the system that the member of staff edits. */
async function ownSystem(origin: string, token: string) {
  await using database = disposable(await openDatabase(location));
  const { rows } = await sql<{ id: string }>`select id from budget_tiers limit 1`.execute(
    database.db,
  );
  const fields = { name: "Soak", description: "", budgetTierId: rows[0]?.id ?? "", position: "99" };
  const response = await fetch(`${origin}/admin/systems/new`, {
    method: "POST",
    headers: { "cf-access-jwt-assertion": token },
    body: new URLSearchParams({ ...fields, id: "soak", tagline: "" }),
    redirect: "manual",
  });
  await response.body?.cancel();
  if (response.status !== 303) throw new Error(`Cannot begin: ${response.status}`);
  return { path: "/admin/systems/soak", fields };
}

/** Looks into the stores: what was acknowledged is there once. */
async function judge({ leads: acknowledged, lost, longest, saves, doubtful }: Journal) {
  await using database = disposable(await openDatabase(location));
  const rows = await database.db.selectFrom("crm_sync_queue").select("email").execute();
  const waiting = rows.flatMap(({ email }) => email ?? []);
  const arrived = Array.from(
    crm.records.contacts.values(),
    ({ root }) => root.get("emailAddress") ?? "",
  );
  const count = (list: readonly string[], email: string) =>
    list.filter((one) => one === email).length;
  const audited = await database.db.selectFrom("audit_log").select("seq")
    .where("entity_id", "=", "soak").where("action", "=", "update").execute();
  const emails = [...acknowledged];
  const problems = [
    ...lost.map((what) => `lost: ${what}`),
    ...emails.filter((email) => count(waiting, email) + count(arrived, email) === 0)
      .map((email) => `lost: the lead of ${email}`),
    ...emails.filter((email) => count(waiting, email) > 1 || count(arrived, email) > 1)
      .map((email) => `twice: the lead of ${email}`),
    ...Object.entries(longest).filter(([, ms]) => ms > FAILING_MS)
      .map(([kind, ms]) => `${kind} failed for ${Math.round(ms)} ms`),
    ...audited.length < saves || audited.length > saves + doubtful
      ? [`${saves} to ${saves + doubtful} saves, and ${audited.length} in the audit log`]
      : [],
  ];
  return { rows: rows.length, waiting: waiting.length, arrived: arrived.length, problems };
}
