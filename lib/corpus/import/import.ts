/** Bringing files into the corpus. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import { UnreadableFile } from "./document.ts";
import { type CorpusFile, documentsOf } from "./files.ts";
import type { DocumentDefaults } from "./metadata.ts";
import { type ParseLimits, parserApart, parserHere } from "./parser.ts";
import type { Verdict } from "./plan.ts";
import { type CutItem, type ImportAuthor, previewItems, storeItems } from "./store.ts";
import { type DoubtedDocument, type ImportWarning, warningsOf } from "./warnings.ts";

/** How an import goes about it. */
export interface ImportOptions {
  /** When documents were captured that do not say it themselves. */
  readonly now: Date;
  readonly defaults?: DocumentDefaults;
  /** Tells what would be done and writes nothing. */
  readonly dryRun?: boolean;
  /** Told after each file, and after each part that is stored. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Ends the import between files; parts that are stored stay. */
  readonly signal?: AbortSignal;
  /** The service by default; null for what a database is set up with, which changes nothing of anyone's. */
  readonly author?: ImportAuthor | null;
  /** Parse in this process, without limits on time and memory: for files of the project itself. */
  readonly trusted?: boolean;
  /** What parsing one document may take, for tests. */
  readonly parseLimits?: Partial<ParseLimits>;
}

/** How far an import has come. */
export interface ImportProgress {
  readonly files: number;
  /** Documents whose fate is known. */
  readonly documents: number;
  readonly path: string;
}

/** A file, or a line of one, that was not imported, and why. */
export interface SkippedFile {
  readonly path: string;
  /** A phrase that can follow the name: `is a zip archive`. */
  readonly reason: string;
}

/** A document that was imported or was there already. */
export interface ImportedItem {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
}

/** What came of an import. */
export interface ImportReport {
  /** Documents that are new. */
  readonly created: number;
  /** New versions of documents. */
  readonly superseded: number;
  /** Versions that were captured before the current ones, and stand behind them. */
  readonly older: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedFile[];
  /** What may be wrong with documents that were not skipped. */
  readonly warnings: readonly ImportWarning[];
  /** Passages stored. */
  readonly passages: number;
  readonly items: readonly ImportedItem[];
}

/** What is stored in one transaction. */
const PART = { documents: 200, passages: 5_000 } as const;

/**
 * Imports files: new documents are stored, changed ones supersede their former version in one transaction,
 * unchanged ones cost no write, and what cannot be read is reported and left out. Run again after it was
 * interrupted, it ends with the same rows. Parts of 200 documents are stored together, each with one audit
 * entry, so that no change is ever without one.
 *
 * @throws the signal's reason, or the database's error.
 */
export async function importCorpus(
  db: Kysely<Database>,
  files: AsyncIterable<CorpusFile> | Iterable<CorpusFile>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun = false, signal, author, onProgress } = options;
  await using parser = options.trusted ? parserHere() : parserApart(options.parseLimits);
  const skipped: SkippedFile[] = [];
  const items: ImportedItem[] = [];
  const seen = new Map<string, string>();
  const warnings: ImportWarning[] = [];
  let part: (DoubtedDocument & { readonly item: CutItem })[] = [];
  let passages = 0;
  let count = 0;
  for await (const file of files) {
    signal?.throwIfAborted();
    count++;
    for await (const { path, read } of documentsOf(file, { parser, ...options })) {
      signal?.throwIfAborted();
      try {
        const { item, declaredLink } = await read();
        const capture = `${item.fetchedAt.getTime()} ${item.sourceKey}`;
        const twin = seen.get(capture);
        if (twin !== undefined) throw new UnreadableFile(`has the same source as "${twin}"`);
        seen.set(capture, path);
        part.push({ path, item, declaredLink });
      } catch (error) {
        skipped.push({ path, reason: reasonFor(error) });
      }
      if (isFull(part)) await store();
    }
    onProgress?.({
      files: count,
      documents: items.length + part.length + skipped.length,
      path: file.path,
    });
  }
  await store();
  return { ...tally(items), skipped, warnings, passages, items };

  async function store(): Promise<void> {
    if (part.length === 0) return;
    warnings.push(...await warningsOf(db, part, options.now));
    const candidates = part.map(({ item }) => item);
    const verdicts = dryRun
      ? await previewItems(db, candidates)
      : await storeItems(db, candidates, author);
    for (const [index, { path, item }] of part.entries()) {
      const verdict = verdicts[index] ?? "unchanged";
      items.push({ path, id: item.id, title: item.title, verdict });
      if (verdict !== "unchanged") passages += item.passages.length;
    }
    part = [];
  }
}

/** Why something was left out. What is no fault of the file ends the import. */
function reasonFor(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  throw error;
}

function isFull(part: readonly { readonly item: CutItem }[]): boolean {
  return part.length >= PART.documents ||
    part.reduce((sum, { item }) => sum + item.passages.length, 0) >= PART.passages;
}

function tally(items: readonly ImportedItem[]) {
  const count = (wanted: Verdict) => items.filter(({ verdict }) => verdict === wanted).length;
  return {
    created: count("created"),
    superseded: count("superseded"),
    older: count("older"),
    unchanged: count("unchanged"),
  };
}
