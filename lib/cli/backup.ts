/** `deno task backup FILE`: copies the embedded database to a new file, while the service is stopped. */
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { backupEmbedded, keepFilesPrivate } from "../db/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

try {
  keepFilesPrivate();
  const { databaseUrl, dataDir } = loadConfig(readEnvironment());
  const [file, ...rest] = Deno.args;
  if (file === undefined || file.startsWith("-") || rest.length > 0) {
    await exitWithUsage("deno task backup FILE");
  } else if (databaseUrl !== null) {
    await exitWith("Cannot back up: DATABASE_URL names a server, use its own pg_dump");
  } else {
    await backupEmbedded({ dataDir, file });
    await say(`wrote ${file}`);
  }
} catch (error) {
  await exitWith(error);
}
