/**
 * The rules by which a result's pictures are chosen (design §6), written plainly: every picture is matched with every
 * tag. The service chooses the same ones faster, and is tested against these.
 */
import { whyShown } from "@/lib/media/result/illustration_reason.ts";
import { standIn, type Subject, tierOf } from "@/lib/media/result/illustrations.ts";
import {
  type AnsweredFactor,
  AXES,
  type Category,
  type NamedSystem,
  scoreOf,
  type WantedTag,
  wantedTags,
} from "@/lib/media/result/match.ts";
import { MAX_SELECTION_MEDIA, type ScoredPicture } from "@/lib/media/result/selection_media.ts";
import type {
  IllustrationRanking,
  MediaItem,
  RankedIllustration,
  SelectionAxis,
} from "@/lib/media/schema.ts";

/** A picture with the tags it is matched by and the fields it is sorted by. */
export interface TaggedPicture {
  readonly item: MediaItem;
  /** Live tags only. */
  readonly tags: readonly { readonly type: string; readonly ref: string }[];
  /** Shared by the shots of one scene; null without a group. */
  readonly shotGroupId: string | null;
  /** Gallery order of its project; null sorts last (spec §4.8). */
  readonly galleryOrder: number | null;
  /** Gallery position of the picture in its project; null sorts last. */
  readonly galleryPosition: number | null;
}

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

/** Returns the best picture with a wanted tag; null when no picture has one. */
function findTagged(
  { lead, categories = [], pictures = [] }: IllustrationQuestion,
  { factorId, answers, shown }: Subject & { readonly shown: ReadonlySet<string> },
): RankedIllustration | null {
  const wanted = wantedTags(lead, { answers, categories });
  const candidates = pictures.flatMap((picture) => {
    const matches = matchesOf(picture, wanted);
    const axes = axesOf(matches);
    const tier = tierOf({
      showsSystem: axes.includes("system"),
      showsAnswer: axes.some((axis) => axis !== "system"),
    });
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
const TAGGED_TIERS: readonly RankedIllustration["tier"][] = ["exact", "system", "context"];

/**
 * Returns the pictures with a wanted tag, best first: one of each shot group, at most {@linkcode MAX_SELECTION_MEDIA}.
 * Pictures in the gallery of the recommended system are not excluded.
 */
export function scoreSelectionMedia(
  pictures: readonly TaggedPicture[],
  wanted: readonly WantedTag[],
): ScoredPicture[] {
  const scored = pictures.map((picture) => {
    const matchedAxes = axesOf(matchesOf(picture, wanted));
    return { picture, matchedAxes, score: scoreOf(matchedAxes) };
  })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || byGalleryOrder(a.picture, b.picture));
  const shown = new Set<string>();
  return scored.filter(({ picture: { shotGroupId } }) => {
    if (shotGroupId === null) return true;
    const isFirst = !shown.has(shotGroupId);
    shown.add(shotGroupId);
    return isFirst;
  })
    .slice(0, MAX_SELECTION_MEDIA)
    .map(({ picture: { item, tags }, score, matchedAxes }) => ({
      item,
      score,
      matchedAxes,
      systemIds: tags.filter(({ type }) => type === "system").map(({ ref }) => ref).toSorted(),
    }));
}

/** Filters the wanted tags that a picture has. */
function matchesOf(picture: TaggedPicture, wanted: readonly WantedTag[]): WantedTag[] {
  return wanted.filter(({ axis, ref }) =>
    picture.tags.some((tag) => tag.type === axis && tag.ref === ref)
  );
}

/** Returns the distinct axes of matches, in the order of {@linkcode AXES}. */
function axesOf(matches: readonly WantedTag[]): SelectionAxis[] {
  return AXES.filter((axis) => matches.some((match) => match.axis === axis));
}

/** Compares by gallery order, gallery position, then id: the tie-break between equal scores (design §6). */
function byGalleryOrder(a: TaggedPicture, b: TaggedPicture): number {
  return nullsLast(a.galleryOrder, b.galleryOrder) ||
    nullsLast(a.galleryPosition, b.galleryPosition) ||
    (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0);
}

function nullsLast(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}
