/** What is said about proposals and decisions. */
import type { DecisionAction, Proposal, ProposalField } from "../../../../lib/media/mod.ts";

const PLACES: Readonly<Record<ProposalField, string>> = {
  title: "The title says",
  altText: "The alt text says",
  filename: "The file name says",
};

/** Why a tag was proposed; null where the texts no longer say it. */
export function reasonOf(proposal: Proposal | undefined): string {
  if (proposal === undefined) return "Suggested by an earlier look at this picture";
  return `${PLACES[proposal.from]} “${proposal.says}”`;
}

/** A confidence as it is read: "86 %". */
export function percent(confidence: number | null): string {
  return `${Math.round((confidence ?? 0) * 100)}%`;
}

/** What an act did, as the beginning of a sentence. */
export const DONE: Readonly<Record<DecisionAction, string>> = {
  accept: "Accepted",
  reject: "Rejected",
  unaccept: "Put back for review:",
  unreject: "Put back for review:",
};

/** What takes an act back. */
export const UNDOES = { accept: "unaccept", reject: "unreject" } as const;
