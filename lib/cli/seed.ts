/** `deno task seed`: migrate, store the demo catalog in an empty database and stop. */
import { demoCatalog } from "../../migrations/seed/demo/mod.ts";
import { demoScenarios } from "../../migrations/seed/demo/scenarios.ts";
import { loadConfig, readEnvironment } from "../config.ts";
import { migrate, openDatabase } from "../db/mod.ts";
import { seedWithScenarios } from "../simulation/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";

try {
  const { databaseUrl, dataDir } = loadConfig(readEnvironment());
  const database = await openDatabase({ url: databaseUrl, dataDir });
  try {
    await migrate(database);
    const seeded = await seedWithScenarios(database, {
      catalog: demoCatalog,
      scenarios: demoScenarios,
    });
    await say(seeded ? "stored the demo catalog" : "left the catalog that is there");
  } finally {
    await database.close();
  }
} catch (error) {
  await exitWith(error);
}
