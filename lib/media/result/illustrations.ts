/** The tiers of illustrations, and those that need no tagged picture (spec §2.1, design §6). */
import { formatList, inSentence } from "@/lib/text/mod.ts";
import type { IllustrationRanking, MediaItem, RankedIllustration } from "../schema.ts";
import type { AnsweredFactor, NamedSystem } from "./match.ts";

type Tier = RankedIllustration["tier"];

/** The subject of one illustration: the recommended system or an answer. */
export interface Subject {
  /** Null for the recommended system. */
  readonly factorId: string | null;
  readonly answers: readonly AnsweredFactor[];
  /** The subject's canonical picture. */
  readonly standsForIt: MediaItem | null;
}

/** Returns the tier of a picture by what its tags show of a result; null when they show nothing of it. */
export function tierOf(
  { showsSystem, showsAnswer }: { readonly showsSystem: boolean; readonly showsAnswer: boolean },
): Tier | null {
  if (showsSystem) return showsAnswer ? "exact" : "system";
  return showsAnswer ? "context" : null;
}

/** Returns the illustration without a tagged picture: tier `canonical`, or `education` with null media for a drawing. */
export function standIn(
  lead: NamedSystem,
  { factorId, answers, standsForIt }: Subject,
): RankedIllustration {
  const [answer] = factorId === null ? [] : answers;
  if (standsForIt !== null) {
    const labels = answer?.options.map(({ label }) => `“${label}”`) ?? [];
    const subject = answer === undefined ? lead.name : `your answer ${formatList(labels)}`;
    const why = `The picture that stands for ${subject}.`;
    return { tier: "canonical", score: 0, why, factorId, media: standsForIt };
  }
  const why = answer === undefined
    ? `A drawing of the principle behind ${lead.name}.`
    : `A drawing that explains the question of ${inSentence(answer.factor)}.`;
  return { tier: "education", score: 0, why, factorId, media: null };
}

/** Returns the illustrations of a result while no picture can be read: all of them are drawings. */
export function drawnIllustrations(
  { lead, answers }: { readonly lead: NamedSystem; readonly answers: readonly AnsweredFactor[] },
): IllustrationRanking {
  const hero = standIn(lead, { factorId: null, answers, standsForIt: null });
  return {
    hero,
    answers: answers.map((answer) =>
      standIn(lead, { factorId: answer.factorId, answers: [answer], standsForIt: null })
    ),
  };
}
