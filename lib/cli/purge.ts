/** `deno task purge`: deletes expired sessions and their dependent records (spec §3.4). */
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { CRM_SESSION_PARTS } from "../crm/mod.ts";
import { keepFilesPrivate } from "../db/mod.ts";
import { openKv } from "../kv/mod.ts";
import { purgeSessions } from "../session/mod.ts";
import { formatCount } from "../text/mod.ts";
import { exitWith } from "./exit.ts";
import { openStored } from "./open_stored.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments("deno task purge");
try {
  keepFilesPrivate();
  const config = loadConfig(readEnvironment());
  await using database = await openStored(config);
  using kv = await openKv(config.kvPath);
  const { sessions, children } = await purgeSessions({
    kv,
    db: database.db,
    now: () => new Date(),
    sessionParts: CRM_SESSION_PARTS,
  });
  await say(
    `removed expired sessions: ${formatCount(sessions)}, records of theirs: ${
      formatCount(children)
    }`,
  );
} catch (error) {
  await exitWith(error);
}
