/** Imports files into the corpus. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { UnreadableFile } from "./document.ts";
import { type CorpusFile, documentsOf } from "./files.ts";
import type { DocumentDefaults } from "./metadata.ts";
import { parserApart, parserHere } from "./parser.ts";
import type { Verdict } from "./plan.ts";
import { type CutItem, type ImportAuthor, previewItems, storeItems } from "./store.ts";
import { type DoubtedDocument, type ImportWarning, warningsOf } from "./warnings.ts";

/** Options of {@linkcode importCorpus}. */
interface ImportOptions {
  /** The time of capture of documents that declare none. */
  readonly now: Date;
  readonly defaults?: DocumentDefaults;
  /** Reports what would be done and writes nothing. */
  readonly dryRun?: boolean;
  /** Called after each file. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Aborts the import between documents; batches that are already stored stay. */
  readonly signal?: AbortSignal;
  /** The author of the audit entries, by default the service. Null writes none, for the initial data of a database. */
  readonly author?: ImportAuthor | null;
  /** Parses in this process, without limits on time and memory. Only for the project's own files. */
  readonly trusted?: boolean;
}

/** The progress of an import. */
interface ImportProgress {
  readonly files: number;
  /** Number of documents read or skipped so far. */
  readonly documents: number;
  readonly path: string;
}

/** A file, or a line of a dump, that was not imported. */
interface SkippedFile {
  readonly path: string;
  /** Why, as a phrase that can follow the name: `is a zip archive`. */
  readonly reason: string;
}

/** A document that was imported or was already stored. */
export interface ImportedItem {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
}

/** The result of an import. */
export interface ImportReport {
  /** Number of new documents. */
  readonly created: number;
  /** Number of new current versions of known documents. */
  readonly superseded: number;
  /** Number of new versions that were captured before the current one, and are stored as superseded by it. */
  readonly older: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedFile[];
  /** Possible mistakes in documents that were not skipped. */
  readonly warnings: readonly ImportWarning[];
  /** Number of passages of the documents that are not unchanged. */
  readonly passages: number;
  readonly items: readonly ImportedItem[];
}

/** Size of a batch, which is stored in one transaction. */
const PART = { documents: 200, passages: 5_000 } as const;

/**
 * Imports files. New documents are stored, changed ones supersede their former version, unchanged ones cost no write,
 * and unreadable ones are skipped and reported. Idempotent: a run after an interrupted one ends with the same rows.
 * Batches of up to 200 documents or 5,000 passages are stored in one transaction each, together with one audit entry.
 *
 * @throws the signal's reason, or the database's error.
 */
export async function importCorpus(
  db: Kysely<Database>,
  files: AsyncIterable<CorpusFile> | Iterable<CorpusFile>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun = false, signal, author, onProgress } = options;
  await using parser = options.trusted ? parserHere() : parserApart();
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

/** Returns why a document is skipped. Rethrows an error that the file did not cause, which ends the import. */
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
