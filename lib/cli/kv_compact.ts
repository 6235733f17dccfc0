/** `deno task kv:compact`: compacts the file of the key-value store, while the service is stopped. */
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { keepFilesPrivate } from "../db/mod.ts";
import { compactKv } from "../kv/mod.ts";
import { formatCount } from "../text/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments("deno task kv:compact");
try {
  keepFilesPrivate();
  const { kvPath } = loadConfig(readEnvironment());
  const { before, after } = await compactKv(kvPath);
  await say(`compacted ${kvPath} from ${formatCount(before)} to ${formatCount(after)} bytes`);
} catch (error) {
  await exitWith(error);
}
