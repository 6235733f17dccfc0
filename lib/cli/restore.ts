/** `deno task restore FILE [--force]`: restores the embedded database from a backup. Exits 2 on wrong usage. */
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { keepFilesPrivate, restoreEmbedded } from "../db/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

try {
  keepFilesPrivate();
  const { databaseUrl, dataDir } = loadConfig(readEnvironment());
  const force = Deno.args.includes("--force");
  const [file, ...rest] = Deno.args.filter((argument) => argument !== "--force");
  if (file === undefined || file.startsWith("-") || rest.length > 0) {
    await exitWithUsage("deno task restore FILE [--force]");
  } else if (databaseUrl !== null) {
    await exitWith("Cannot restore: DATABASE_URL names a server, use its own pg_restore");
  } else {
    await restoreEmbedded({ dataDir, file, force });
    await say(`restored ${dataDir} from ${file}`);
  }
} catch (error) {
  await exitWith(error);
}
