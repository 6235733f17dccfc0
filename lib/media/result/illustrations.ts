/** Ranks illustrations: the hero of the recommended system and one picture for each answer (spec §2.1, design §6). */
import { formatList, inSentence } from "@/lib/text/mod.ts";
import type { IllustrationRanking, MediaItem, RankedIllustration } from "../schema.ts";
import { whyShown } from "./illustration_reason.ts";
import {
  type AnsweredFactor,
  axesOf,
  byGalleryOrder,
  type Category,
  matchesOf,
  type NamedSystem,
  scoreOf,
  type TaggedPicture,
  wantedTags,
} from "./match.ts";

/** The system and answers to illustrate, and the pictures to choose from. */
interface IllustrationQuestion {
  readonly lead: NamedSystem;
  /** In asking order. */
  readonly answers: readonly AnsweredFactor[];
  readonly categories?: readonly Category[];
  readonly pictures?: readonly TaggedPicture[];
  /** The canonical picture of the recommended system. */
  readonly primary?: MediaItem | null;
  /** The canonical pictures of options. */
  readonly defaultByOptionId?: ReadonlyMap<string, MediaItem>;
}

type Tier = RankedIllustration["tier"];

/**
 * Chooses the best picture for the recommended system (the hero) and for each answer. Within the first tier that has
 * pictures, it prefers one that is not shown yet, then the higher score, then gallery order. When no tier has a picture,
 * the tier is `education` with null media, and the page shows a drawing.
 */
export function rankIllustrations(question: IllustrationQuestion): IllustrationRanking {
  const { lead, answers, primary = null, defaultByOptionId } = question;
  const shown = new Set<string>();

  function rank(subject: Subject): RankedIllustration {
    const illustration = findTagged(question, { ...subject, shown }) ?? standIn(lead, subject);
    if (illustration.media !== null) shown.add(illustration.media.id);
    return illustration;
  }

  return {
    hero: rank({ factorId: null, answers, standsForIt: primary }),
    answers: answers.map((answer) => {
      const [first] = answer.options.flatMap(({ id }) => defaultByOptionId?.get(id) ?? []);
      return rank({ factorId: answer.factorId, answers: [answer], standsForIt: first ?? null });
    }),
  };
}

/** The subject of one illustration: the recommended system or an answer. */
export interface Subject {
  /** Null for the recommended system. */
  readonly factorId: string | null;
  readonly answers: readonly AnsweredFactor[];
  /** The subject's canonical picture. */
  readonly standsForIt: MediaItem | null;
}

/** Returns the best picture with a wanted tag; null when no picture has one. */
function findTagged(
  { lead, categories = [], pictures = [] }: IllustrationQuestion,
  { factorId, answers, shown }: Subject & { readonly shown: ReadonlySet<string> },
): RankedIllustration | null {
  const wanted = wantedTags(lead, { answers, categories });
  const candidates = pictures.flatMap((picture) => {
    const matches = matchesOf(picture, wanted);
    const axes = axesOf(matches);
    const tier = tierOf(axes.includes("system"), axes.some((axis) => axis !== "system"));
    return tier === null ? [] : [{ picture, matches, tier, score: scoreOf(axes) }];
  });
  const isShown = ({ picture: { item } }: { picture: TaggedPicture }) => Number(shown.has(item.id));
  const [best] = candidates.toSorted((a, b) =>
    TAGGED_TIERS.indexOf(a.tier) - TAGGED_TIERS.indexOf(b.tier) || isShown(a) - isShown(b) ||
    b.score - a.score || byGalleryOrder(a.picture, b.picture)
  );
  if (best === undefined) return null;
  const { picture, matches, tier, score } = best;
  return {
    tier,
    score,
    why: whyShown({
      lead,
      matches,
      showsSystem: picture.tags.some(({ type }) => type === "system"),
    }),
    factorId,
    media: picture.item,
  };
}

/** The tiers that depend on tags, best first. */
const TAGGED_TIERS: readonly Tier[] = ["exact", "system", "context"];

/** Returns the tier of a picture by its matching tags; null when no tag matches. */
export function tierOf(showsSystem: boolean, showsAnswer: boolean): Tier | null {
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
