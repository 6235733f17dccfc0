/**
 * A child process for tests that kill it. Its argument is JSON with the location of a database, the path of a key-value
 * store and the CRM's variables. It processes every queued lead until none is left, and prints the report of each run.
 */
import { compileSnapshot, openCatalogSource } from "@/lib/catalog/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { openCrm } from "@/lib/crm/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { createRunner } from "@/lib/jobs/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { say } from "./say.ts";

const [place = ""] = Deno.args;
const { location, kvPath, environment, leaseMs } = JSON.parse(place);
const config = loadConfig({ DATA_DIR: location.dataDir, DENO_KV_PATH: kvPath, ...environment });
const database = await openDatabase(location);
const kv = await openKv(kvPath);
const now = () => new Date();
const log = { debug() {}, info() {}, warn() {}, error() {} };
const catalog = await openCatalogSource({ database, compile: compileSnapshot, onError() {} });
const background = createRunner({ kv, log, now });
const crm = await openCrm({
  database,
  kv,
  catalog,
  config,
  now,
  background,
  log,
  leaseMs,
});
say({ started: true });
for (;;) {
  const report = await crm.process({ which: "all" });
  say(report);
  if (report.waiting === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
await crm.close();
await background.stop(0);
await catalog.close();
kv.close();
await database.close();
