/** Ranks the images that may illustrate one answer for one recommended system (spec §2.1, design §6). */
import type { RankedIllustration } from "../schema.ts";
import { whyShown } from "./illustration_reason.ts";
import { standIn, type Subject } from "./illustrations.ts";
import { AXIS_SETS, keepLowest, ordinalOf, RANKS, SYSTEM, withMarks } from "./marks.ts";
import type { NamedSystem, WantedTag } from "./match.ts";
import { at, includes, type Pictures } from "./pictures.ts";
import type { FoundTag } from "./wanted.ts";

/** The ranked images of one subject, best first. */
export interface Candidates {
  readonly ids: readonly string[];
  /** Whether `ids` holds every image of its tier; false when the ranking stopped at its limit. */
  readonly isWhole: boolean;
  /** Returns the illustration of the image at an index of `ids`. Repeated calls return the same object. */
  illustrate(place: number): RankedIllustration;
  /** The illustration to show when `ids` is empty. */
  readonly otherwise: RankedIllustration;
}

/** An image and the bits of the axes on which it matches. */
interface Ranked {
  readonly ordinal: number;
  readonly bits: number;
}

/** The subject to rank images for, with its tags. */
export interface Purpose {
  readonly lead: NamedSystem;
  readonly subject: Subject;
  /** The tag of the recommended system; null when no image has it. */
  readonly system: FoundTag | null;
  /** The tags wanted by the subject's answers. */
  readonly own: readonly FoundTag[];
}

/** Minimum limit of a ranking. A smaller one would soon have to be repeated. */
const FEWEST = 16;

/**
 * Ranks the images of the first tier that is not empty: `exact`, then `system`, then `context` (design §6). Returns all
 * of them, or more than `least` when the tier is larger than the limit.
 */
export function rankCandidates(
  pictures: Pictures,
  { lead, subject, system, own }: Purpose,
  least: number,
): Candidates {
  const limit = Math.max(FEWEST, 2 * least);
  const tags = system ? [system, ...own] : own;
  const ranked = withMarks(
    pictures.items.length,
    tags,
    (marks) => rank(marks, { total: pictures.items.length, system, limit }),
  );
  const illustrations: RankedIllustration[] = [];
  const otherwise = standIn(lead, subject);
  return {
    ids: ranked.map(({ ordinal }) => at(pictures.items, ordinal).id),
    isWhole: ranked.length < limit,
    illustrate(place) {
      return illustrations[place] ??= describe(pictures, {
        ...at(ranked, place),
        lead,
        matches: matchesAt(tags, at(ranked, place).ordinal).map(({ tag }) => tag),
        factorId: subject.factorId,
      });
    },
    otherwise,
  };
}

function rank(
  marks: Uint8Array,
  { total, system, limit }: {
    readonly total: number;
    readonly system: FoundTag | null;
    readonly limit: number;
  },
): Ranked[] {
  const exact: number[] = [];
  const context: number[] = [];
  for (let ordinal = 0; ordinal < total; ordinal++) {
    const bits = marks[ordinal] as number;
    if (bits === 0 || bits === SYSTEM) continue;
    keepLowest(bits & SYSTEM ? exact : context, (RANKS[bits] as number) + ordinal, limit);
  }
  const ordinals = exact.length === 0 && system !== null
    ? [...system.ordinals.subarray(0, limit)]
    : (exact.length > 0 ? exact : context).map(ordinalOf);
  return ordinals.map((ordinal) => ({ ordinal, bits: marks[ordinal] as number }));
}

/** Filters the tags that an image has. */
export function matchesAt(tags: readonly FoundTag[], ordinal: number): FoundTag[] {
  return tags.filter(({ ordinals }) => includes(ordinals, ordinal));
}

/** Builds the illustration of an image: its tier, score and the reason that a buyer reads. */
export function describe(
  pictures: Pictures,
  { ordinal, bits, lead, matches, factorId }: Ranked & {
    readonly lead: NamedSystem;
    /** The wanted tags that the image has. */
    readonly matches: readonly WantedTag[];
    readonly factorId: string | null;
  },
): RankedIllustration {
  const { score, tier } = at(AXIS_SETS, bits);
  return {
    tier,
    score,
    why: whyShown({ lead, matches, showsSystem: at(pictures.showsSystem, ordinal) === 1 }),
    factorId,
    media: at(pictures.items, ordinal),
  };
}
