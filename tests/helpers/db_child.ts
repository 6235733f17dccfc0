/**
 * A child process for tests that kill it. Its first argument is the location of a database as JSON. It migrates and
 * seeds like the service, prints `started`, then inserts tiers one by one, every other one in a transaction that also
 * updates a system, and prints the ordinal of each once it is committed. With `--once` it stops after the start.
 */
import { seedCatalog } from "@/lib/catalog/mod.ts";
import { migrate, openDatabase, type OpenOptions, transact } from "@/lib/db/mod.ts";
import { aCatalog, aSystem } from "./factories.ts";
import { say } from "./say.ts";

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
