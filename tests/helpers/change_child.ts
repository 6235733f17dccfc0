/**
 * A process of its own that edits, for tests that end it half way. It takes a database's place as JSON,
 * changes one tier after another time, and prints the number of each change once it is acknowledged.
 */
import { changeRecord } from "../../lib/records/mod.ts";
import { openDatabase, type OpenOptions } from "../../lib/db/mod.ts";
import { tierEntity } from "../../lib/catalog/mod.ts";

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
