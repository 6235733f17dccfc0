/** `deno task backup FILE`: copies the embedded database to a new file, while the service is stopped. */
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { backupEmbedded, keepFilesPrivate } from "../db/mod.ts";
import { readCall } from "./called_from.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

const { args: [given, ...rest], locate } = readCall(Deno.args);
const file = given && !given.startsWith("-") && rest.length === 0
  ? locate(given)
  : await exitWithUsage("deno task backup FILE");
try {
  keepFilesPrivate();
  const { databaseUrl, dataDir } = loadConfig(readEnvironment());
  if (databaseUrl !== null) {
    await exitWith("Cannot back up: DATABASE_URL names a server, use its own pg_dump");
  } else {
    await backupEmbedded({ dataDir, file });
    await say(`wrote ${file}`);
  }
} catch (error) {
  await exitWith(error);
}
