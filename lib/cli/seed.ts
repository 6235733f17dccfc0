/** `deno task seed`: migrates the database and stores the demo if the database is empty. */
import { seedDemo } from "@/migrations/seed/demo/seed.ts";
import { databaseOptions, loadConfig, readEnvironment } from "../config/mod.ts";
import { keepFilesPrivate, migrate, openDatabase } from "../db/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments("deno task seed");
try {
  keepFilesPrivate();
  await using database = await openDatabase(databaseOptions(loadConfig(readEnvironment())));
  await migrate(database);
  const seeded = await seedDemo(database);
  await say(
    seeded
      ? "stored the demo catalog, its documents and its pictures"
      : "left the catalog that is there",
  );
} catch (error) {
  await exitWith(error);
}
