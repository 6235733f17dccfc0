/**
 * A process of its own that purges, for tests that end it half way. It takes the places of the stores
 * and a time as JSON, and prints a line before each group of sessions and one at the end.
 */
import { openDatabase } from "../../lib/db/mod.ts";
import { openKv } from "../../lib/kv/mod.ts";
import { purgeSessions } from "../../lib/session/mod.ts";

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

function say(message: object): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
}
