/**
 * `deno task audit:verify [--head HASH]`: verifies the hash chain of the audit log. `--head` takes the head hash that
 * an earlier run printed and proves that the log up to there was not rewritten. Exits 1 when an entry was altered or is
 * missing, or no entry has the given hash; 2 on wrong usage.
 */
import { parseArgs } from "node:util";
import { type AuditVerdict, verifyAuditChain } from "../records/mod.ts";
import { databaseOptions, loadConfig, readEnvironment } from "../config/mod.ts";
import { hasEmbedded, keepFilesPrivate, migrate, openDatabase } from "../db/mod.ts";
import { formatCount } from "../text/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

const FAULTS = {
  altered: (seq: number) => `entry ${seq} was altered`,
  missing: (seq: number) => `entry ${seq} is missing`,
  head: (seq: number) => `entry ${seq} does not end the log as it was recorded`,
  unknown: () =>
    "no entry has the hash given: the log was written anew since that hash was noted, or the hash is of another database",
} as const;

const head = readHead(Deno.args);
const expectedHead = head === null
  ? await exitWithUsage("deno task audit:verify [--head HASH]")
  : head;
try {
  keepFilesPrivate();
  const config = loadConfig(readEnvironment());
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !await hasEmbedded(dataDir)) {
    await exitWith(
      `Cannot verify the audit log: no database is in DATA_DIR ${JSON.stringify(dataDir)}. Set ` +
        "DATA_DIR or DATABASE_URL as the service has them",
    );
  }
  const verdict = await verify(databaseOptions(config));
  await say(report(verdict));
  Deno.exit(verdict.fault === null ? 0 : 1);
} catch (error) {
  await exitWith(error);
}

async function verify(location: Parameters<typeof openDatabase>[0]): Promise<AuditVerdict> {
  await using database = await openDatabase(location);
  await migrate(database);
  return await verifyAuditChain(database.db, { expectedHead });
}

/** Parses the arguments: the expected hash, undefined without one, or null for wrong usage. */
function readHead(args: string[]): string | undefined | null {
  try {
    const { head } = parseArgs({ args, options: { head: { type: "string" } } }).values;
    return head === undefined || /^[0-9a-f]{64}$/.test(head) ? head : null;
  } catch {
    return null;
  }
}

function report({ entries, head, provedUntil, fault }: AuditVerdict): string {
  const verdict = fault === null
    ? describeProof(provedUntil)
    : `broken: ${FAULTS[fault.kind](fault.seq)}`;
  return [
    `entries ${formatCount(entries)} of ${formatCount(head.length)}`,
    `head ${head.hash}`,
    verdict,
  ].join("\n");
}

/** Describes only what was proved: the owner of the tables could rewrite the whole log, including its hashes. */
function describeProof(provedUntil: number | null): string {
  return provedUntil === null
    ? "consistent: the entries fit one another; only --head with a hash noted elsewhere shows whether they were written anew"
    : `whole until entry ${provedUntil}, which has the hash given; the entries after it fit one another`;
}
