/**
 * `deno task cms:import [attributes|projects|images|all] [--apply] [--json]`: reads the CMS and, with `--apply`, writes
 * the changes. SIGINT stops the current kind and skips the rest. Exits 0 when every fetch was complete and without
 * errors, 1 otherwise, 2 on wrong usage (design §7).
 */
import { parseArgs } from "node:util";
import { type Kind, KINDS, type SharedReading, syncKind, type SyncReport } from "../cms/mod.ts";
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { keepFilesPrivate } from "../db/mod.ts";
import { createOriginFetch } from "../net/mod.ts";
import { formatCount } from "../text/mod.ts";
import { exitWith } from "./exit.ts";
import { openStored } from "./open_stored.ts";
import { say } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

interface Request {
  kinds: readonly Kind[];
  apply: boolean;
  json: boolean;
}

const request = readRequest(Deno.args) ??
  await exitWithUsage(`deno task cms:import [${KINDS.join("|")}|all] [--apply] [--json]`);
try {
  keepFilesPrivate();
  Deno.exit(await importAll(request));
} catch (error) {
  await exitWith(error);
}

/** Parses the arguments; null for wrong usage. */
function readRequest(args: string[]): Request | null {
  try {
    const { values: { apply, json }, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        apply: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
      },
    });
    const [what = "all", ...rest] = positionals;
    const kinds = what === "all" ? KINDS : KINDS.filter((kind) => kind === what);
    return kinds.length === 0 || rest.length > 0 ? null : { kinds, apply, json };
  } catch {
    return null;
  }
}

/** Syncs one kind after another, prints a report for each, and returns the exit code. */
async function importAll({ kinds, apply, json }: Request): Promise<number> {
  const config = loadConfig(readEnvironment());
  const { cms, media } = config;
  await using database = await openStored(config);
  const services = {
    db: database.db,
    now: () => new Date(),
    cms: cms &&
      {
        baseUrl: cms.baseUrl,
        hosts: media.hosts,
        sparseFields: cms.sparseFields,
        fetch: createOriginFetch(cms.baseUrl),
      },
  };
  const ending = new AbortController();
  const end = () => ending.abort();
  Deno.addSignalListener("SIGINT", end);
  const shared: SharedReading = {};
  let isGood = true;
  try {
    for (const kind of kinds) {
      if (ending.signal.aborted) return 1;
      const report = await syncKind(services, kind, { apply, shared, signal: ending.signal });
      isGood &&= report.complete && report.errors.length === 0;
      await (json ? say(JSON.stringify(report)) : say(describe(report, apply)));
    }
  } finally {
    Deno.removeSignalListener("SIGINT", end);
  }
  return isGood ? 0 : 1;
}

function describe(report: SyncReport, apply: boolean): string {
  const { kind, complete, applied, counts, unmappedTerms, unmappedFields } = report;
  const sums = [
    `${formatCount(counts.created)} created`,
    `${formatCount(counts.updated)} updated`,
    `${formatCount(counts.unchanged)} unchanged`,
    `${formatCount(counts.heldBack)} held back`,
    `${formatCount(counts.skipped)} skipped`,
  ];
  const did = applied ? "applied" : complete && !apply ? "planned, not applied" : "not applied";
  return [
    ...report.warnings.map((warning) => `warning: ${warning}`),
    ...report.errors.map((error) => `error: ${error}`),
    ...unmappedTerms.map((term) => `unmapped term: ${term}`),
    ...unmappedFields.map((field) => `unmapped field: ${field}`),
    `${kind} ${did}: ${sums.join(", ")}`,
  ].join("\n");
}
