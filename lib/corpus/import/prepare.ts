/** Prepares a parsed document for storage. Pure. */
import { cutDocument } from "./cut.ts";
import { type ParsedDocument, UnreadableFile } from "./document.ts";
import { contentHash, itemId } from "./identity.ts";
import { refuseOversize, refuseVast } from "./limits.ts";
import { type DocumentDefaults, resolveMetadata } from "./metadata.ts";
import type { CutItem } from "./store.ts";

/** The context of a document: its path, defaults and declared metadata. */
export interface DocumentContext {
  readonly path: string;
  /** The time of capture, if the document declares none. */
  readonly now: Date;
  readonly defaults?: DocumentDefaults | undefined;
  /** The keys of a dump's line, which take precedence over the content's own metadata. */
  readonly declared?: Readonly<Record<string, unknown>> | undefined;
}

/** A document that is ready to be stored. */
export interface PreparedDocument {
  readonly item: CutItem;
  /** The link status that it declares. It is not trusted, and only leads to a warning. */
  readonly declaredLink: unknown;
}

/**
 * Completes the metadata of a document, cuts it into passages and derives its id.
 *
 * @throws {UnreadableFile} if it is too large, has no text, or declares invalid metadata.
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
