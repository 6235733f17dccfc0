/**
 * `deno task corpus:import PATH [--type TYPE] [--dry-run]`: imports a file or a folder of documents. Exits 1 when a
 * document was skipped, 2 on wrong usage.
 */
import { parseArgs } from "node:util";
import { loadConfig, readEnvironment } from "../config/mod.ts";
import { ContentType, type CorpusFile, importCorpus, type ImportReport } from "../corpus/mod.ts";
import { type DatabaseHandle, keepFilesPrivate } from "../db/mod.ts";
import { formatCount } from "../text/mod.ts";
import { readCall } from "./called_from.ts";
import { exitWith } from "./exit.ts";
import { openStored } from "./open_stored.ts";
import { say, showProgress } from "./say.ts";
import { exitWithUsage } from "./usage.ts";

interface Request {
  path: string;
  type: ContentType | undefined;
  dryRun: boolean;
}

const { args, locate } = readCall(Deno.args);
const request = readRequest(args) ?? await exitWithUsage(
  `deno task corpus:import PATH [--type ${ContentType.options.join("|")}] [--dry-run]`,
);
try {
  keepFilesPrivate();
  const config = loadConfig(readEnvironment());
  const files = await listFiles(locate(request.path.replace(/(.)[/\\]+$/, "$1")));
  const report = await importFiles(await openStored(config), files, request);
  await say(describe(report, request));
  Deno.exit(report.skipped.length === 0 ? 0 : 1);
} catch (error) {
  await exitWith(error);
}

async function importFiles(
  opened: DatabaseHandle,
  files: readonly CorpusFile[],
  { type, dryRun }: Request,
): Promise<ImportReport> {
  await using database = opened;
  return await importCorpus(database.db, files, {
    now: new Date(),
    dryRun,
    defaults: { typeChosen: "with --type", ...(type && { type }) },
    onProgress: ({ files: done, path }) => showProgress({ done, total: files.length, about: path }),
  });
}

/** Parses the arguments; null for wrong usage. */
function readRequest(args: string[]): Request | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { type: { type: "string" }, "dry-run": { type: "boolean", default: false } },
    });
    const [path, ...rest] = positionals;
    const type = ContentType.optional().safeParse(values.type);
    if (!path || rest.length > 0 || !type.success) return null;
    return { path, type: type.data, dryRun: values["dry-run"] };
  } catch {
    return null;
  }
}

/**
 * Lists the files of a folder recursively, sorted by name. Skips names that begin with a dot. A symbolic link is listed
 * as a file that cannot be opened: it could lead to any file of the machine, and to a folder that contains it.
 */
async function listFiles(path: string): Promise<CorpusFile[]> {
  const { isDirectory, size } = await look(path);
  if (!isDirectory) return [fileAt(path, path.replace(/^.*[/\\]/, ""), size)];
  const files: CorpusFile[] = [];
  for (const entry of (await Array.fromAsync(Deno.readDir(path))).sort(byName)) {
    if (entry.name.startsWith(".")) continue;
    const place = `${path}/${entry.name}`;
    if (entry.isDirectory) {
      const inside = await listFiles(place);
      files.push(...inside.map((file) => ({ ...file, path: `${entry.name}/${file.path}` })));
    } else if (entry.isFile) {
      files.push(fileAt(place, entry.name, (await Deno.stat(place)).size));
    } else if (entry.isSymlink) {
      const reason = "it is a symbolic link, import the file that it leads to";
      files.push({ path: entry.name, bytes: () => Promise.reject(new Error(reason)) });
    }
  }
  return files;
}

async function look(path: string): Promise<Deno.FileInfo> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return await exitWith(`Cannot import ${JSON.stringify(path)}: ${reason}`);
  }
}

function byName(a: Deno.DirEntry, b: Deno.DirEntry): number {
  return a.name < b.name ? -1 : 1;
}

function fileAt(place: string, path: string, size: number): CorpusFile {
  return { path, size, bytes: () => Deno.readFile(place) };
}

function describe(report: ImportReport, { dryRun }: Request): string {
  const { created, superseded, older, unchanged, skipped, warnings, passages } = report;
  const rest = [
    ...older > 0 ? [`${formatCount(older)} older than what is current`] : [],
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(skipped.length)} skipped`,
  ];
  return [
    ...skipped.map(({ path, reason }) => `skipped ${path}: ${reason}`),
    ...warnings.map(({ path, warning }) => `warning: ${path} ${warning}`),
    `${dryRun ? "would import" : "imported"} documents: ${formatCount(created)} new, ` +
    `${formatCount(superseded)} changed; passages: ${formatCount(passages)}; ${rest.join(", ")}`,
  ].join("\n");
}
