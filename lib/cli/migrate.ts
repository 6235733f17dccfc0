/** `deno task migrate`: migrates the database to the newest schema. */
import { databaseOptions, loadConfig, readEnvironment } from "../config/mod.ts";
import { keepFilesPrivate, migrate, openDatabase } from "../db/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments("deno task migrate");
try {
  keepFilesPrivate();
  await using database = await openDatabase(databaseOptions(loadConfig(readEnvironment())));
  const applied = await migrate(database);
  await say(applied.length > 0 ? `applied ${applied.join(", ")}` : "nothing to apply");
} catch (error) {
  await exitWith(error);
}
