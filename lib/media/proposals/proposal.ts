/** The interface of a proposer, which proposes tags for an asset. */
import type { TagRef } from "../library/query.ts";

/** A record that an asset can be tagged with, and the words for it. */
export interface Term extends TagRef {
  readonly name: string;
  /** Synonyms of the name. */
  readonly words: readonly string[];
}

/** All records that tags can be proposed for. */
export type Vocabulary = readonly Term[];

/** The texts and tags of an asset, from which tags are proposed. */
export interface Described {
  readonly filename: string;
  readonly title: string | null;
  readonly altText: string | null;
  /** Tags in any state; none of these is proposed again, not even a rejected one. */
  readonly tags: readonly TagRef[];
}

/** The text of an asset in which a proposal was found. */
export type ProposalField = "title" | "altText" | "filename";

/** A proposed tag. */
export interface Proposal extends TagRef {
  /** From 0 to 1. */
  readonly confidence: number;
  /** The text in which it was found; of several, the one with the most weight. */
  readonly from: ProposalField;
  /** The words of that text that matched. */
  readonly says: string;
}
