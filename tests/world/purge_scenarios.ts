/** The purge while a store is down (spec §3.4): the next purge finishes the work, and each session is counted once. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { retryLocked } from "@/lib/kv/mod.ts";
import { SessionRecord } from "@/lib/session/schema.ts";
import { expiryKey, sessionKey } from "@/lib/session/store.ts";
import { openKvConnect } from "../doubles/kv_connect.ts";
import { until } from "../helpers/until.ts";
import { openWorldClient, type WorldClient } from "../helpers/world_client.ts";
import type { WorldFaultId } from "./faults.ts";
import type { Scenario } from "./scenario.ts";
import { selectionWorks } from "./store_scenarios.ts";
import type { World } from "./world.ts";

const OUTAGES: readonly WorldFaultId[] = ["store-gone", "store-read-only", "database-gone"];
const LONG_AGO = 1_000;
const ROOT = new URL("../../", import.meta.url);

/** Runs `deno task purge` on the stores of the service, and returns whether it succeeded. */
async function purge({ doubles }: World): Promise<boolean> {
  const folder = await Deno.makeTempDir({ dir: tmpdir(), prefix: "gss-world-purge-" });
  try {
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "lib/cli/purge.ts"],
      cwd: ROOT,
      env: { ...doubles.environment, DATA_DIR: folder },
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Creates an expired session, and returns its id. */
async function anExpiredSession(world: World, kv: Deno.Kv): Promise<string> {
  const buyer = openWorldClient(world);
  await buyer.choose("all");
  const saved = await buyer.json("PUT", "/api/session", { recommendation: "quarry-steel" });
  assert.equal(saved.status, 200, saved.text);
  const id = buyer.cookie("ns_session") ?? "";
  const { value } = await kv.get(sessionKey(id));
  const record = SessionRecord.parse(value);
  await retryLocked(() =>
    kv.atomic().delete(expiryKey(record.expiresAt, id)).set(expiryKey(LONG_AGO, id), null)
      .set(sessionKey(id), { ...record, expiresAt: LONG_AGO }).commit()
  );
  return id;
}

/** Returns the number of purged sessions in the audit log. */
async function audited(admin: WorldClient): Promise<number> {
  const { status, text } = await admin.get("/admin/audit/export?format=ndjson&action=purge");
  assert.equal(status, 200);
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
    .filter(({ entity_type }) => entity_type === "session")
    .reduce((sum, { after }) => sum + after.sessions, 0);
}

async function purgedLater(world: World, fault: WorldFaultId): Promise<void> {
  const admin = openWorldClient(world);
  await admin.signIn("admin");
  using kv = await openKvConnect(world.doubles.store);
  const id = await anExpiredSession(world, kv);
  const before = await audited(admin);

  await admin.inject(fault);
  assert.equal(await purge(world), false, "the exit code reports the failure");
  await selectionWorks(openWorldClient(world));
  await admin.mend();
  await until("readiness", async () => (await admin.get("/ready")).status === 200);

  // Concurrent purges count each removal once, and a purge that removes nothing writes no audit entry.
  const ends = await Promise.all([purge(world), purge(world)]);
  assert.deepEqual(ends, [true, true]);
  assert.equal((await kv.get(sessionKey(id))).value, null);
  await until("the count in the audit log", async () => await audited(admin) === before + 1);
  assert.equal(await purge(world), true);
  assert.equal(await audited(admin), before + 1);
}

/** The scenarios. They need a database server, because a second process cannot open an embedded database. */
export const PURGE_SCENARIOS: readonly Scenario[] = OUTAGES.map((fault): Scenario => ({
  name:
    `${fault}: the purge fails, “is idempotent and audit-logged”, and the next one completes it (§3.4)`,
  run: (world) => purgedLater(world, fault),
}));
