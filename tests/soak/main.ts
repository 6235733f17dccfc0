/**
 * The soak test: three processes with a private Postgres and a remote key-value store, under a load of buyers, staff,
 * leads and syncs. A random process is killed (`SIGKILL`) every 30 seconds, and the database is restarted twice: cleanly
 * after half of the time, and as after a crash after three quarters. Needs an installed Postgres server. The exit code
 * is 1 when an acknowledged write was lost or stored twice, or when a kind of request failed for more than five seconds.
 *
 * Options: `--minutes` is the duration (10); `--kill-every` is the interval of the kills in seconds (30), 0 for none;
 * `--spare` is the number of processes that are never killed (0), so that their memory is measured from start to end.
 */
import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { exitWithUsage } from "@/lib/cli/usage.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { startCms } from "../doubles/cms.ts";
import { demoCms } from "../doubles/cms/demo.ts";
import { startCrm } from "../doubles/crm.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { type Fleet, startFleet } from "../helpers/fleet.ts";
import { startOwnPostgres } from "../helpers/own_postgres.ts";
import { judge } from "./judge.ts";
import { buyer, leads, newJournal, staff } from "./load.ts";
import { tellMemory, watchMemory } from "./memory.ts";
import { syncs } from "./syncs.ts";

const { minutes, killEveryMs, spared } = readOptions() ?? await exitWithUsage(
  "deno task soak [--minutes NUMBER] [--kill-every SECONDS] [--spare 0|1|2]",
);

/** Parses the arguments; null for wrong usage. */
function readOptions(): { minutes: number; killEveryMs: number; spared: number } | null {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "10" },
        "kill-every": { type: "string", default: "30" },
        spare: { type: "string", default: "0" },
      },
    });
    const minutes = Number(values.minutes);
    const killEveryMs = Number(values["kill-every"]) * 1_000;
    const spared = Number(values.spare);
    const isUsable = minutes > 0 && killEveryMs >= 0 && [0, 1, 2].includes(spared);
    return isUsable ? { minutes, killEveryMs, spared } : null;
  } catch {
    return null;
  }
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Kills a random process at each interval and starts a new one in its place. Returns the number of kills. */
async function killer(fleet: Fleet, signal: AbortSignal): Promise<number> {
  let kills = 0;
  while (killEveryMs > 0 && !signal.aborted) {
    await delay(killEveryMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const index = spared + Math.floor(Math.random() * (fleet.origins.length - spared));
    await fleet.member(index).stop("SIGKILL");
    kills++;
    await fleet.start(index);
  }
  return kills;
}

async function restart(how: "fast" | "immediate"): Promise<void> {
  const began = performance.now();
  await postgres.restart(how);
  const way = how === "fast" ? "in an orderly way" : "as after a crash";
  say(`The database was restarted ${way}, in ${Math.round(performance.now() - began)} ms`);
}

await using postgres = await startOwnPostgres();
await using folder = {
  path: await Deno.makeTempDir({ prefix: "gss-soak-" }),
  async [Symbol.asyncDispose]() {
    await Deno.remove(this.path, { recursive: true });
  },
};
const location = { url: postgres.url, dataDir: folder.path };
await using perimeter = await startPerimeter();
await using crm = startCrm();
await using cms = await startCms({ ...await demoCms(), viewSize: 10 });
const journal = newJournal();
{
  await using fleet = await startFleet({
    location: { ...location, [Symbol.asyncDispose]: () => Promise.resolve() },
    environment: {
      ...perimeter.environment,
      ...crm.environment,
      CMS_BASE_URL: cms.origin,
      ADMIN_EMAILS: "ada@example.com",
      LOG_LEVEL: "fatal",
    },
  });
  const token = await perimeter.mint({ exp: Math.floor(Date.now() / 1000) + 86_400 });
  const system = await ownSystem(fleet.origin, token);
  say(`Soaking for ${minutes} min: three processes, eight buyers, two leads, two members of staff`);
  const ending = new AbortController();
  const options = { origin: fleet.origin, journal, signal: ending.signal };
  const loads = [
    ...Array.from({ length: 8 }, (_, index) => buyer(options, `buyer-${index}`)),
    leads(options, "pat"),
    leads(options, "kim"),
    staff(options, { token, ...system }),
    syncs(options, { token, cms }),
  ];
  const killing = killer(fleet, ending.signal);
  const memory = watchMemory(fleet, ending.signal);
  await delay(minutes * 30_000);
  await restart("fast");
  await delay(minutes * 15_000);
  await restart("immediate");
  await delay(minutes * 15_000);
  ending.abort();
  await Promise.all(loads);
  say(`Processes killed: ${await killing}`);
  for (const line of tellMemory(await memory)) say(line);
}
const verdict = await judge(location, { crm, cms, journal });
const { failingSince: _, ...record } = journal;
const counts = { leads: journal.leads.size, syncs: journal.syncs.size };
say(JSON.stringify({ ...record, ...counts, ...verdict }, null, 2));
if (verdict.problems.length > 0) Deno.exitCode = 1;

/** Creates the system that the member of staff edits. */
async function ownSystem(origin: string, token: string) {
  await using database = await openDatabase(location);
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
