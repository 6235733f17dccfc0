/**
 * `deno task crm:retry [--all | --abandoned] [--json]`: retries the queued leads that are due, with `--all` every queued
 * lead, or with `--abandoned` every abandoned one once more. Exits 0 even when there is nothing to do, 2 on wrong usage (design §7).
 */
import { parseArgs } from "node:util";
import { compileSnapshot, openCatalogSource } from "../catalog/mod.ts";
import { loadConfig, readEnvironment, secretTexts } from "../config/mod.ts";
import { auditRun, type Crm, openCrm, type RetryReport } from "../crm/mod.ts";
import { keepFilesPrivate } from "../db/mod.ts";
import { createRunner } from "../jobs/mod.ts";
import { openKv } from "../kv/mod.ts";
import { closeLog, configureLogging, getLog } from "../log/mod.ts";
import { formatCount } from "../text/mod.ts";
import { exitWith } from "./exit.ts";
import { openStored } from "./open_stored.ts";
import { say } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

const request = readRequest(Deno.args) ??
  await exitWithUsage("deno task crm:retry [--all | --abandoned] [--json]");
try {
  keepFilesPrivate();
  await retry(request);
} catch (error) {
  await exitWith(error);
}

interface Request {
  rows: Parameters<Crm["process"]>[0];
  json: boolean;
}

/** Parses the arguments; null for wrong usage. */
function readRequest(args: string[]): Request | null {
  try {
    const { values: { all, abandoned, json } } = parseArgs({
      args,
      options: {
        all: { type: "boolean", default: false },
        abandoned: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
      },
    });
    if (all && abandoned) return null;
    if (abandoned) return { rows: { which: "all", statuses: ["abandoned"] }, json };
    return { rows: { which: all ? "all" : "due" }, json };
  } catch {
    return null;
  }
}

async function retry({ rows, json }: Request): Promise<void> {
  const config = loadConfig(readEnvironment());
  // Standard output carries only the report, so the log goes to standard error.
  configureLogging({ level: "warning", secrets: secretTexts(config), output: Deno.stderr });
  await using opened = new AsyncDisposableStack();
  opened.defer(closeLog);
  const database = opened.use(await openStored(config));
  const kv = opened.use(await openKv(config.kvPath));
  const now = () => new Date();
  const log = getLog("crm");
  const catalog = opened.adopt(
    await openCatalogSource({
      database,
      compile: compileSnapshot,
      onError: (error) => log.error("cannot refresh the catalog snapshot", { error }),
    }),
    (source) => source.close(),
  );
  const background = opened.adopt(
    createRunner({ kv, log: getLog("jobs"), now }),
    (runner) => runner.stop(),
  );
  const crm = opened.adopt(
    await openCrm({ database, kv, catalog, config, now, background, log }),
    (crm) => crm.close(),
  );
  const report = await crm.process(rows);
  await auditRun(database.db, report, null);
  await say(json ? JSON.stringify(report) : describe(report, config.crm !== null));
}

function describe({ processed, done, failed, abandoned, waiting }: RetryReport, on: boolean) {
  if (!on) return `the CRM is not configured; leads that wait: ${formatCount(waiting)}`;
  const sums = [
    `${formatCount(done)} done`,
    `${formatCount(failed)} failed`,
    `${formatCount(abandoned)} abandoned`,
  ];
  return `${formatCount(processed)} attempted: ${sums.join(", ")}; ${formatCount(waiting)} waiting`;
}
