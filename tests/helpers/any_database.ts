/** Tests that need a database, but do not depend on its engine. */
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { anyEngine, migratedLocation, opened } from "./db.ts";

/** Registers `test` for each engine in `ANY_ENGINE`, each time with its own migrated, empty database. */
export function anyDatabase(name: string, test: (database: DatabaseHandle) => Promise<void>): void {
  anyEngine(name, async (engine) => {
    await using database = await opened(migratedLocation(engine));
    await test(database);
  });
}
