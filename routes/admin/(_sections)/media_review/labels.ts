/** Labels of proposals and decisions. */
import type { DecisionAction, Proposal, ProposalField } from "@/lib/media/mod.ts";

const PLACES: Readonly<Record<ProposalField, string>> = {
  title: "The title says",
  altText: "The alt text says",
  filename: "The file name says",
};

/** Explains why a tag was proposed. Without a proposal, the present texts no longer contain the reason. */
export function reasonOf(proposal: Proposal | undefined): string {
  if (proposal === undefined) return "Suggested by an earlier check of this picture";
  return `${PLACES[proposal.from]} “${proposal.says}”`;
}

/** Formats a confidence from 0 to 1: "86%". */
export function percent(confidence: number | null): string {
  return `${Math.round((confidence ?? 0) * 100)}%`;
}

/** The start of the flash after each decision. */
export const DONE: Readonly<Record<DecisionAction, string>> = {
  accept: "Accepted",
  reject: "Rejected",
  unaccept: "Put back for review:",
  unreject: "Put back for review:",
};

/** The decision that undoes each decision. */
export const UNDOES = { accept: "unaccept", reject: "unreject" } as const;
