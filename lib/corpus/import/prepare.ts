/** From a document that was parsed to what is stored of it. Pure. */
import { cutDocument } from "./cut.ts";
import { type ParsedDocument, UnreadableFile } from "./document.ts";
import { contentHash, itemId } from "./identity.ts";
import { refuseOversize, refuseVast } from "./limits.ts";
import { type DocumentDefaults, resolveMetadata } from "./metadata.ts";
import type { CutItem } from "./store.ts";

/** What is known of a document beside its content. */
export interface DocumentContext {
  readonly path: string;
  /** When it was captured, where it does not say so itself. */
  readonly now: Date;
  readonly defaults?: DocumentDefaults | undefined;
  /** The keys of a dump's line, which go before what the content says of itself. */
  readonly declared?: Readonly<Record<string, unknown>> | undefined;
}

/** A document that is ready to be stored. */
export interface PreparedDocument {
  readonly item: CutItem;
  /** What it says of its own link, which nobody believes. */
  readonly declaredLink: unknown;
}

/**
 * Completes, cuts and names a document.
 *
 * @throws {UnreadableFile} when it is too large, says nothing, or says of itself what makes no sense.
 */
export function prepareDocument(
  document: ParsedDocument,
  { path, now, defaults, declared: dumped }: DocumentContext,
): PreparedDocument {
  const { blocks, found } = document;
  const declared = { ...document.declared, ...dumped };
  refuseVast(blocks);
  const metadata = resolveMetadata({ declared, found }, { path, now, defaults });
  const { passages } = cutDocument(metadata.title, blocks);
  if (passages.length === 0) throw new UnreadableFile("has no text");
  refuseOversize(passages);
  const hash = contentHash(metadata, blocks);
  const item = { ...metadata, id: itemId(metadata.sourceKey, hash), contentHash: hash, passages };
  return { item, declaredLink: declared.link };
}
