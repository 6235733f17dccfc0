/** Tests on a database whose engine is not what they are about. */
import { type DatabaseHandle, openDatabase } from "../../lib/db/mod.ts";
import { anyEngine, disposable, migratedLocation } from "./db.ts";

/** Registers `test` on `ANY_ENGINE`, each time with a migrated, empty database of its own. */
export function anyDatabase(name: string, test: (database: DatabaseHandle) => Promise<void>): void {
  anyEngine(name, async (engine) => {
    await using location = await migratedLocation(engine);
    await using database = disposable(await openDatabase(location));
    await test(database);
  });
}
