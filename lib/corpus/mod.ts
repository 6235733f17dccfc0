/**
 * The corpus: the documents that recommendations and the assistant quote, and the search over them.
 *
 * An *item* is one version of a document, with a source kind, a content type and the systems that it is about. Versions
 * share a *source key*. An item is `active`, `retired` by staff or its author, or `superseded` by a later version or by
 * another document. It is cut into *passages*, which are verbatim slices of its text. The *import* reads Markdown,
 * HTML, text, PDF and JSONL dumps, and is idempotent. *Retrieval* finds passages by BM25 over stemmed terms, in memory
 * or in the database, with the same result. *Evidence* is the selection of passages beside a recommendation. A *link
 * check* finds out whether the page of an item still exists, because a citation links only to a live page (spec §4.1).
 * A *gap* is a topic that the corpus lacks, as noted by staff.
 *
 * Invariants: only passages of active items are quoted, and always verbatim with their provenance (spec §2.1); at most
 * one version of a document is current; items are never deleted; documents about draft systems only are not found.
 */
export { citationLink } from "./citation_link.ts";
export { type QuotablePassage } from "./evidence.ts";
export { createEvidenceReader, type Evidence, type EvidenceReader } from "./evidence_reader.ts";
export { type FollowedCorpus, openCorpus, type OpenCorpusOptions } from "./index/follow.ts";
export { CitedPassage } from "./schema.ts";
export type { CorpusFile } from "./import/files.ts";
export { importCorpus, type ImportedItem, type ImportReport } from "./import/import.ts";
export { IMPORT_LIMITS } from "./import/limits.ts";
export { ContentType, SourceKind } from "./import/metadata.ts";
export {
  type ExplainedPassage,
  type ExplainedRetrieval,
  explainRetrieval,
  type RetrievalQuery,
  retrieve,
  type RetrievedPassage,
} from "./retrieve.ts";
export { findPassages } from "./find_passages.ts";
export { createRetriever, type Retriever } from "./retriever.ts";
export { isSpeltLike } from "./terms_spelling.ts";
export { isOfTrade } from "./terms.ts";
export { isAbroad, isPolish, isUnspecificAbroad } from "./terms_abroad.ts";
export { onlyAsks, otherWordsFor } from "./terms_thesaurus.ts";
export { createQuoteCounter } from "./quote_counter.ts";
export { countRetrievals, type PassageKey, retrievalsCountedSince } from "./retrievals.ts";
export type { QueryTerm } from "./terms.ts";
export { checkLink } from "./links/check.ts";
export { checkLinks, type LinkReport, type LinkRunOptions } from "./links/check_all.ts";
export type { LinkStatus } from "./links/finding.ts";
export type { LinkCheck } from "./links/store.ts";
export {
  countItems,
  ITEM_ORDERS,
  type ItemFilter,
  type ItemOrder,
  type ItemPage,
  type ItemState,
  type ListedItem,
  listItems,
} from "./items.ts";
export { findItem, findReplacements, type ItemDetails, type ItemMention } from "./item_details.ts";
export { itemEntity, type ItemRecord, restoreItem, supersedeItem } from "./item_changes.ts";
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
  MAX_TOPIC,
  noteGap,
  reopenGap,
  titlesOf,
  wordsLacking,
} from "./gaps.ts";
