/**
 * Corpus: the documents that evidence is quoted from.
 */
export { citationLink, type CitationSource, type DeepLink } from "./citation_link.ts";
export { type QuotablePassage, type QuotedSystem } from "./evidence.ts";
export {
  createEvidenceReader,
  type Evidence,
  type EvidenceContext,
  type EvidenceReader,
  type EvidenceReaderOptions,
} from "./evidence_reader.ts";
export { type FollowedCorpus, openCorpus, type OpenCorpusOptions } from "./index/follow.ts";
export { CitedPassage } from "./schema.ts";
export type { CorpusFile } from "./import/files.ts";
export {
  importCorpus,
  type ImportedItem,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  type SkippedFile,
} from "./import/import.ts";
export type { ImportWarning } from "./import/warnings.ts";
export { IMPORT_LIMITS } from "./import/limits.ts";
export { ContentType, type DocumentDefaults, SourceKind } from "./import/metadata.ts";
export type { ImportAuthor } from "./import/store.ts";
export {
  type ExplainedPassage,
  type ExplainedRetrieval,
  explainRetrieval,
  type RetrievalQuery,
  retrieve,
  type RetrievedPassage,
} from "./retrieve.ts";
export { createRetriever, type Retriever } from "./retriever.ts";
export { createQuoteCounter } from "./quote_counter.ts";
export {
  countRetrievals,
  listUnquoted,
  type PassageKey,
  retrievalsCountedSince,
  type UnquotedItem,
  type UnquotedPage,
} from "./retrievals.ts";
export type { QueryTerm, TermOrigin } from "./terms.ts";
export { checkLink, type CheckOptions } from "./links/check.ts";
export {
  checkLinks,
  type LinkProgress,
  type LinkReport,
  type LinkRunOptions,
} from "./links/check_all.ts";
export type { LinkStatus } from "./links/finding.ts";
export type { LinkCheck } from "./links/store.ts";
export {
  countItems,
  ITEM_ORDERS,
  type ItemFilter,
  type ItemOrder,
  type ItemPage,
  type ItemPageQuery,
  type ItemState,
  type ListedItem,
  listItems,
} from "./items.ts";
export {
  findItem,
  findReplacements,
  type ItemDetails,
  type ItemMention,
  type ItemPassage,
} from "./item_details.ts";
export {
  type ItemAct,
  itemEntity,
  type ItemRecord,
  type Restoration,
  restoreItem,
  supersedeItem,
} from "./item_changes.ts";
export {
  type CorpusSize,
  corpusSize,
  ENOUGH_PASSAGES,
  type SystemCoverage,
  systemCoverage,
} from "./coverage.ts";
export {
  closeGap,
  type CorpusGap,
  listOpenGaps,
  noteGap,
  reopenGap,
  titlesOf,
  wordsLacking,
} from "./gaps.ts";
