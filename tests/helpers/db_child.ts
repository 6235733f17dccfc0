/**
 * A process of its own for tests that end one at a bad moment. It takes a database's place as JSON,
 * starts like the service does, prints `started`, then stores one tier after another, by itself or in a
 * transaction that also counts it, and prints the ordinal of each as soon as its commit is acknowledged.
 * With `--once` it stops after the start.
 */
import { seedCatalog } from "../../lib/catalog/mod.ts";
import { migrate, openDatabase, type OpenOptions, transact } from "../../lib/db/mod.ts";
import { aCatalog, aSystem } from "./factories.ts";

const [place = "", flag] = Deno.args;
const location: OpenOptions = JSON.parse(place);
const database = await openDatabase(location);
const applied = await migrate(database);
const seeded = await seedCatalog(database, aCatalog({ systems: [aSystem("seeded")] }));
say({ started: { applied: applied.length, seeded } });
if (flag !== "--once") {
  const { highest } = await database.db.selectFrom("budget_tiers")
    .select((eb) => eb.fn.max<number>("ordinal").as("highest")).executeTakeFirstOrThrow();
  for (let ordinal = highest + 1;; ordinal++) {
    const tier = { id: `tier-${ordinal}`, label: "", description: "", ordinal };
    await transact(database.db, async (trx) => {
      await trx.insertInto("budget_tiers").values(tier).execute();
      if (ordinal % 2 === 0) return;
      await trx.updateTable("systems").set({ description: `${ordinal}` }).execute();
    });
    say({ stored: ordinal });
  }
}
await database.close();

function say(message: object): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
}
