/** Tests that need a database, but do not depend on its engine. */
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { ANY_ENGINE, onDatabase } from "./db.ts";

/** Registers `test` for each engine in `ANY_ENGINE`, with a migrated, empty database as `eachEngine` gives it. */
export function anyDatabase(name: string, test: (database: DatabaseHandle) => Promise<void>): void {
  for (const engine of ANY_ENGINE) onDatabase(engine, name, test);
}
