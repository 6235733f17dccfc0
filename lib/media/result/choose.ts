/** Chooses the pictures of a result from the images in memory (spec §2.1, design §6). */
import type { IllustrationRanking, MediaItem, RankedIllustration } from "../schema.ts";
import { type Candidates, describe, matchesAt, rankCandidates } from "./candidates.ts";
import { withoutPlace } from "./gallery.ts";
import { TELLING } from "./illustration_reason.ts";
import { standIn } from "./illustrations.ts";
import type { Links } from "./links.ts";
import {
  AXIS_SETS,
  keepLowest,
  LEAST_WITHOUT_SYSTEM,
  ordinalOf,
  RANKS,
  SCORES,
  SYSTEM,
  withMarks,
} from "./marks.ts";
import type { AnsweredFactor, NamedSystem } from "./match.ts";
import { at, includes, type Pictures, systemFinder } from "./pictures.ts";
import { MAX_SELECTION_MEDIA, type ScoredPicture } from "./selection_media.ts";
import { bitOf, findTag, type FoundTag, type Meanings, tagFinder } from "./wanted.ts";

/** The library that pictures are chosen from, as of one version. */
export interface Choice {
  readonly pictures: Pictures;
  /** The categories that each option maps to. */
  readonly meanings: Meanings;
  readonly links: Pick<Links, "primaries" | "defaultByOptionId">;
}

/** The recommended system and the answers that pictures are chosen for. */
export interface Wanted {
  readonly lead: NamedSystem;
  /** In asking order. Results are cached by the identity of each answer object, in a `WeakMap`. */
  readonly answers: readonly AnsweredFactor[];
}

/** The chosen pictures. */
export interface Chosen {
  readonly selection: ScoredPicture[];
  readonly illustrations: IllustrationRanking;
}

/** Maximum number of cached hero illustrations of one system. The cache is cleared when it is full. */
const MAX_HEROES = 1_000;
/** Maximum number of cached scored pictures. The cache is cleared when it is full. */
const MAX_SCORED = 20_000;

/** A recommended system with its cached pictures. */
interface KnownLead {
  readonly lead: NamedSystem;
  readonly system: FoundTag | null;
  /** The system's canonical picture. */
  readonly primary: MediaItem | null;
  readonly byAnswer: WeakMap<AnsweredFactor, KnownAnswer>;
  /** Hero illustrations, by the image, its matching axes and the words of its reason. */
  readonly heroes: Map<string, RankedIllustration>;
}

/** An answer, cached for one recommended system. */
interface KnownAnswer {
  readonly answer: AnsweredFactor;
  readonly tags: readonly FoundTag[];
  /** Undefined until an illustration is first needed. */
  candidates: Candidates | undefined;
}

/**
 * Returns a function that chooses the selection pictures and the illustrations of a result.
 *
 * The selection are the images with a wanted tag: the highest score first, then in gallery order, one of each shot
 * group, at most {@linkcode MAX_SELECTION_MEDIA}. An illustration is the image of the first tier that has any: preferably
 * one that is not shown yet, then the highest score, then the first in gallery order. No image is matched with every tag.
 * The illustrations of an answer are ranked the first time it occurs with a recommended system, and then cached.
 */
export function createChooser({ pictures, meanings, links }: Choice): (wanted: Wanted) => Chosen {
  const tagsOf = tagFinder(pictures, meanings);
  const systemsOf = systemFinder(pictures);
  const leads = new Map<string, KnownLead>();
  /** Scored pictures by ordinal and axis bits, so that equal results share their objects. */
  const scored = new Map<number, ScoredPicture>();

  function known(lead: NamedSystem): KnownLead {
    let found = leads.get(lead.id);
    if (found === undefined || found.lead.name !== lead.name) {
      const primary = links.primaries.get(lead.id);
      found = {
        lead,
        system: findTag(pictures, { axis: "system", ref: lead.id, words: null }),
        primary: primary === undefined ? null : withoutPlace(primary),
        byAnswer: new WeakMap(),
        heroes: new Map(),
      };
      leads.set(lead.id, found);
    }
    return found;
  }

  function knownAnswer({ byAnswer }: KnownLead, answer: AnsweredFactor): KnownAnswer {
    return byAnswer.getOrInsertComputed(
      answer,
      () => ({ answer, tags: tagsOf(answer), candidates: undefined }),
    );
  }

  /** Returns the ranked images of an answer: more than `shown` of them, or the whole tier. */
  function candidatesFor(
    { lead, system }: KnownLead,
    known: KnownAnswer,
    shown: number,
  ): Candidates {
    const { answer, tags, candidates } = known;
    if (candidates !== undefined && (candidates.isWhole || candidates.ids.length > shown)) {
      return candidates;
    }
    const { factorId, options } = answer;
    const [standsForIt = null] = options.flatMap(({ id }) => links.defaultByOptionId.get(id) ?? []);
    const subject = { factorId, answers: [answer], standsForIt };
    return known.candidates = rankCandidates(pictures, { lead, subject, system, own: tags }, shown);
  }

  function heroFor({ lead, heroes }: KnownLead, best: Matching, tags: readonly FoundTag[]) {
    const telling = tellingTag(tags, best);
    const key = `${best.ordinal} ${best.bits} ${telling?.tag.words}`;
    let hero = heroes.get(key);
    if (hero === undefined) {
      // As in `wantedTags()`, categories come last, in the vocabulary's order, because the first match on an axis words
      // the reason.
      const matches = matchesAt(tags, best.ordinal).sort((a, b) => a.place - b.place)
        .map(({ tag }) => tag);
      hero = describe(pictures, { ...best, lead, matches, factorId: null });
      if (heroes.size >= MAX_HEROES) heroes.clear();
      heroes.set(key, hero);
    }
    return hero;
  }

  function scoredPicture({ ordinal, bits }: Matching): ScoredPicture {
    const key = ordinal * AXIS_SETS.length + bits;
    let found = scored.get(key);
    if (found === undefined) {
      const { axes, score } = at(AXIS_SETS, bits);
      const systemIds = systemsOf(ordinal);
      found = { item: at(pictures.items, ordinal), score, matchedAxes: axes, systemIds };
      if (scored.size >= MAX_SCORED) scored.clear();
      scored.set(key, found);
    }
    return found;
  }

  return ({ lead, answers }) => {
    const knownLead = known(lead);
    const { system, primary } = knownLead;
    const asked: KnownAnswer[] = [];
    const tags: FoundTag[] = [];
    for (const answer of answers) {
      const each = knownAnswer(knownLead, answer);
      asked.push(each);
      for (const tag of each.tags) tags.push(tag);
    }
    if (system !== null) tags.push(system);
    const { selection, best } = withMarks(
      pictures.items.length,
      tags,
      (marks) => chooseOverall(pictures, marks, system),
    );
    const hero = best === null
      ? standIn(lead, { factorId: null, answers, standsForIt: primary })
      : heroFor(knownLead, best, tags);
    const shown = new Set<string>();
    const show = (illustration: RankedIllustration): RankedIllustration => {
      if (illustration.media !== null) shown.add(illustration.media.id);
      return illustration;
    };
    return {
      selection: selection.map(scoredPicture),
      illustrations: {
        hero: show(hero),
        answers: asked.map((each) =>
          show(chooseUnshown(candidatesFor(knownLead, each, shown.size), shown))
        ),
      },
    };
  };
}

/** Returns the best illustration that is not shown yet, or the best of all when every one is. */
function chooseUnshown(
  { ids, illustrate, otherwise }: Candidates,
  shown: ReadonlySet<string>,
): RankedIllustration {
  if (ids.length === 0) return otherwise;
  for (let place = 0; place < ids.length; place++) {
    if (!shown.has(ids[place] as string)) return illustrate(place);
  }
  return illustrate(0);
}

/**
 * Returns the tag whose words go into the reason of an image, the same as `tellingOf()` finds among its matches.
 * Undefined when the image matches only the recommended system.
 */
function tellingTag(
  tags: readonly FoundTag[],
  { ordinal, bits }: Matching,
): FoundTag | undefined {
  const told = TELLING_BITS.find((bit) => (bits & bit) !== 0);
  let telling: FoundTag | undefined;
  for (const tag of tags) {
    if (tag.bit !== told || (telling !== undefined && telling.place <= tag.place)) continue;
    if (includes(tag.ordinals, ordinal)) telling = tag;
  }
  return telling;
}

const TELLING_BITS = TELLING.map(bitOf);

/** An image and the bits of the axes on which it matches. */
interface Matching {
  readonly ordinal: number;
  readonly bits: number;
}

/**
 * Returns the selection and the best image for the hero. When enough images of the recommended system score higher than
 * all other axes together, no other image can make the selection, so only the images of the system are scanned.
 */
function chooseOverall(
  pictures: Pictures,
  marks: Uint8Array,
  system: FoundTag | null,
): { selection: Matching[]; best: Matching | null } {
  const own = system?.ordinals ?? NONE;
  let best = own.length < MAX_SELECTION_MEDIA ? [] : bestOf(pictures, marks, own);
  if (!(at(best, MAX_SELECTION_MEDIA - 1) < LEAST_WITHOUT_SYSTEM)) {
    best = bestOf(pictures, marks, null);
  }
  const matching = (ordinal: number): Matching => ({ ordinal, bits: marks[ordinal] as number });
  return {
    selection: best.map((key) => matching(ordinalOf(key))),
    best: heroOf(),
  };

  function heroOf(): Matching | null {
    const first = own[0] ?? (best[0] === undefined ? undefined : ordinalOf(best[0]));
    if (first === undefined) return null;
    let lowest = Infinity;
    for (let each = 0; each < own.length; each++) {
      const ordinal = own[each] as number;
      const bits = marks[ordinal] as number;
      if (bits !== SYSTEM) lowest = Math.min(lowest, (RANKS[bits] as number) + ordinal);
    }
    return matching(lowest < Infinity ? ordinalOf(lowest) : first);
  }
}

const NONE = new Uint32Array();

/**
 * Returns the keys of the best images, best first: at most {@linkcode MAX_SELECTION_MEDIA}, one of each shot group.
 * Null `ordinals` means all images.
 */
function bestOf(
  { items, groups }: Pictures,
  marks: Uint8Array,
  ordinals: Uint32Array | null,
): number[] {
  const best: number[] = [];
  /** Minimum score that can still be chosen. This check alone rejects most images. */
  let least = 1;
  const count = ordinals?.length ?? items.length;
  for (let each = 0; each < count; each++) {
    const ordinal = ordinals === null ? each : ordinals[each] as number;
    const bits = marks[ordinal] as number;
    const score = SCORES[bits] as number;
    if (score < least) continue;
    const key = (RANKS[bits] as number) + ordinal;
    if (best.length === MAX_SELECTION_MEDIA && key >= at(best, MAX_SELECTION_MEDIA - 1)) continue;
    const group = groups[ordinal] as number;
    const rival = group === 0
      ? -1
      : best.findIndex((other) => (groups[ordinalOf(other)] as number) === group);
    if (rival >= 0) {
      if (at(best, rival) < key) continue;
      best.splice(rival, 1);
    }
    keepLowest(best, key, MAX_SELECTION_MEDIA);
    if (best.length === MAX_SELECTION_MEDIA) {
      const last = ordinalOf(at(best, MAX_SELECTION_MEDIA - 1));
      least = SCORES[marks[last] as number] as number;
    }
  }
  return best;
}
