/**
 * A child process that purges sessions, for tests that kill it. Its argument is JSON with the locations of the stores
 * and the time. It prints a line before each batch of sessions and one at the end.
 */
import { openDatabase } from "@/lib/db/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { purgeSessions } from "@/lib/session/mod.ts";
import { say } from "./say.ts";

const { location, kvPath, now } = JSON.parse(Deno.args[0] ?? "{}");
const database = await openDatabase(location);
const kv = await openKv(kvPath);
const outcome = await purgeSessions({
  kv,
  db: database.db,
  now: () => new Date(now),
  references: [(_, sessionIds) => Promise.resolve(say({ purging: sessionIds.length }))],
});
say({ outcome });
kv.close();
await database.close();
