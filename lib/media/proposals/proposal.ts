/** What may be proposed of a picture, by whoever looks at it. */
import type { TagRef } from "../changes/asset.ts";

/** A record that a picture may show, with the words that give it away. */
export interface Term extends TagRef {
  readonly name: string;
  /** Other words for it. */
  readonly words: readonly string[];
}

/** What pictures may be said to show. */
export type Vocabulary = readonly Term[];

/** What is known of a picture without looking at it. */
export interface Described {
  readonly filename: string;
  readonly title: string | null;
  readonly altText: string | null;
  /** Tags of any state: what is there already, or was rejected, is not proposed. */
  readonly tags: readonly TagRef[];
}

/** What of a picture a proposal was read from. */
export type ProposalField = "title" | "altText" | "filename";

/** A tag that a picture might have. */
export interface Proposal extends TagRef {
  /** From 0 to 1. */
  readonly confidence: number;
  /** Where it was found, and in which words; the best of several. */
  readonly from: ProposalField;
  readonly says: string;
}

/** Looks at a picture and proposes tags, the likeliest first: only of the vocabulary, and none that it has. */
export type Proposer = (asset: Described, vocabulary: Vocabulary) => Proposal[];
