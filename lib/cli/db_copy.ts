/** `deno task db:copy`: copies the embedded database to the empty one on a server, while the service is stopped. */
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { copyToServer, keepFilesPrivate } from "../db/mod.ts";
import { formatCount } from "../text/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments("DATA_DIR=./data DATABASE_URL=postgres://… deno task db:copy");
try {
  keepFilesPrivate();
  const { databaseUrl: url, dataDir } = loadConfig(readEnvironment());
  if (url === null) {
    await exitWith("Cannot copy: set DATABASE_URL to an empty database on a server");
  } else {
    const rows = await copyToServer({ dataDir, url });
    await say(`copied ${formatCount(rows)} rows from ${dataDir} to the server`);
  }
} catch (error) {
  await exitWith(error);
}
