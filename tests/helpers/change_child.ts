/**
 * A child process that edits records, for tests that kill it. Its argument is the location of a database as JSON. It
 * changes the same tier again and again, and prints the number of each change once it is committed.
 */
import { changeRecord } from "@/lib/records/mod.ts";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { tierEntity } from "@/lib/catalog/mod.ts";

const location: OpenOptions = JSON.parse(Deno.args[0] ?? "{}");
const database = await openDatabase(location);
for (let change = 1;; change++) {
  await changeRecord(database.db, tierEntity, {
    by: { staff: { email: "ada@example.com" }, requestId: null },
    action: "update",
    id: "tier-1",
    next: (tier) => ({ ...tier, description: `${Deno.pid}, ${change}` }),
  });
  Deno.stdout.writeSync(new TextEncoder().encode(`${change}\n`));
}
