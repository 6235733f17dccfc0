/**
 * `deno task corpus:check-links [--all | --item ID]`: checks the due links of the corpus, all links, or one. Exits 1
 * when the run was stopped early, another process is checking, or the item has no link; 2 on wrong usage.
 */
import { parseArgs } from "node:util";
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { checkLink, checkLinks, type LinkCheck, type LinkReport } from "../corpus/mod.ts";
import { keepFilesPrivate } from "../db/mod.ts";
import { CHECK_LINKS } from "../jobs/mod.ts";
import { claim, openKv } from "../kv/mod.ts";
import { createPublicFetch } from "../net/mod.ts";
import { formatCount } from "../text/mod.ts";
import { exitWith } from "./exit.ts";
import { openStored } from "./open_stored.ts";
import { say, showProgress } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

const LEASE_MS = 30_000;

const request = readRequest(Deno.args) ??
  await exitWithUsage("deno task corpus:check-links [--all | --item ID]");
try {
  keepFilesPrivate();
  Deno.exit(await check(request));
} catch (error) {
  await exitWith(error);
}

interface Request {
  all: boolean;
  item: string | undefined;
}

/** Parses the arguments; null for wrong usage. */
function readRequest(args: string[]): Request | null {
  try {
    const { values: { all, item } } = parseArgs({
      args,
      options: { all: { type: "boolean", default: false }, item: { type: "string" } },
    });
    return all && item !== undefined ? null : { all, item };
  } catch {
    return null;
  }
}

/** Checks links under the claim of the weekly job, so that the two never run together. Returns the exit code. */
async function check({ all, item }: Request): Promise<number> {
  const config = loadConfig(readEnvironment());
  await using database = await openStored(config);
  const services = { db: database.db, fetch: createPublicFetch(), now: () => new Date() };
  if (item !== undefined) {
    const result = await checkLink(services, item);
    await say(result === null ? `there is no item ${item} with a link` : describe(result));
    return result === null ? 1 : 0;
  }

  using kv = await openKv(config.kvPath);
  const attempt = await claim(kv, CHECK_LINKS, { leaseMs: LEASE_MS, now: services.now });
  if (attempt.state !== "held") {
    await say("another process is checking the links already");
    return 1;
  }
  const ending = new AbortController();
  const end = () => ending.abort();
  Deno.addSignalListener("SIGINT", end);
  try {
    const signal = AbortSignal.any([ending.signal, attempt.lost]);
    const report = await checkLinks({
      ...services,
      all,
      signal,
      onProgress: ({ done, total, check }) =>
        showProgress({ done, total, about: check?.url ?? "" }),
    });
    await say(summarize(report));
    return report.finished ? 0 : 1;
  } finally {
    Deno.removeSignalListener("SIGINT", end);
    await attempt.release(false);
  }
}

function describe({ itemId, url, status, note }: LinkCheck): string {
  return `${status.padEnd(9)} ${itemId}  ${url}${note === null ? "" : `  ${note}`}`;
}

function summarize({ counts, changes, left, finished }: LinkReport): string {
  return [
    ...changes.map(describe),
    `${formatCount(counts.live)} live, ${formatCount(counts.dead)} dead, ` +
    `${formatCount(counts.unchecked)} unchecked; ${formatCount(changes.length)} changed` +
    `${left === 0 ? "" : `, ${formatCount(left)} left for the next run`}`,
    ...(finished ? [] : ["ended before all were checked"]),
  ].join("\n");
}
