/** The view of one picture under review. */
import {
  type AssetRecord,
  type ProposalField,
  readTexts,
  type Tag,
  tagKey,
  type Vocabulary,
} from "@/lib/media/mod.ts";

/** A tag with its name and the reason for its proposal. */
export interface TagView extends Tag {
  /** Null when the term is retired or no longer exists. */
  readonly name: string | null;
  readonly reason: string;
}

const PLACES: Readonly<Record<ProposalField, string>> = {
  title: "The title says",
  altText: "The alt text says",
  filename: "The file name says",
};

/**
 * Names the tags of a picture, the highest confidence first, and derives the reason of each proposal from its present
 * texts, which may no longer contain it.
 */
export function viewTags(asset: AssetRecord, vocabulary: Vocabulary): TagView[] {
  const names = new Map(vocabulary.map((term) => [tagKey(term), term.name]));
  const read = readTexts({ ...asset, tags: [] }, vocabulary);
  const reasons = new Map(
    read.map((proposal) => [tagKey(proposal), `${PLACES[proposal.from]} “${proposal.says}”`]),
  );
  return asset.tags.map((tag) => ({
    ...tag,
    name: names.get(tagKey(tag)) ?? null,
    reason: reasons.get(tagKey(tag)) ?? "Suggested by an earlier check of this picture",
  })).sort((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1));
}
