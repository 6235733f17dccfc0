/** `deno task restore FILE [--force]`: restores the embedded database from a backup. Exits 2 on wrong usage. */
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { keepFilesPrivate, restoreEmbedded } from "../db/mod.ts";
import { readCall } from "./called_from.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

const { args, locate } = readCall(Deno.args);
const force = args.includes("--force");
const [given, ...rest] = args.filter((argument) => argument !== "--force");
const file = given && !given.startsWith("-") && rest.length === 0
  ? locate(given)
  : await exitWithUsage("deno task restore FILE [--force]");
try {
  keepFilesPrivate();
  const { databaseUrl, dataDir } = loadConfig(readEnvironment());
  if (databaseUrl !== null) {
    await exitWith("Cannot restore: DATABASE_URL names a server, use its own pg_restore");
  } else {
    await restoreEmbedded({ dataDir, file, force });
    await say(`restored ${dataDir} from ${file}`);
  }
} catch (error) {
  await exitWith(error);
}
