/**
 * Corpus: the documents that evidence is quoted from.
 */
export {
  citationLink,
  type CitationSource,
  type DeepLink,
  productPageUrl,
} from "./citation_link.ts";
export { CitedPassage } from "./schema.ts";
export {
  type CorpusFile,
  importCorpus,
  type ImportedItem,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  type SkippedFile,
} from "./import/import.ts";
export { ContentType, type DocumentDefaults, SourceKind } from "./import/metadata.ts";
export type { ImportAuthor } from "./import/store.ts";
