/** The pictures of a result, from memory (spec §2.1, design §6). */
import { rememberRecent } from "../../http/mod.ts";
import type { IllustrationRanking, MediaItem, RankedIllustration } from "../schema.ts";
import { type Candidates, describe, matchesAt, rankCandidates } from "./candidates.ts";
import { withoutPlace } from "./gallery.ts";
import { tellingOf } from "./illustration_reason.ts";
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
import { at, type Pictures } from "./pictures.ts";
import { MAX_SELECTION_MEDIA, type ScoredPicture } from "./selection_media.ts";
import { findTag, type FoundTag, type Meanings, tagFinder } from "./wanted.ts";

/** What is chosen among. */
export interface Choice {
  readonly pictures: Pictures;
  /** The words of the vocabulary that each option means. */
  readonly meanings: Meanings;
  readonly links: Pick<Links, "primaries" | "defaultByOptionId">;
}

/** What is chosen for. */
export interface Wanted {
  readonly lead: NamedSystem;
  /** In asking order. What is found for one is kept as long as the object lives. */
  readonly answers: readonly AnsweredFactor[];
}

/** What is chosen. */
export interface Chosen {
  readonly selection: ScoredPicture[];
  readonly illustrations: IllustrationRanking;
}

/** Illustrations of a pick that are kept. */
const HEROES = 1000;

/** A system, and what is known of the pictures for it. */
interface KnownLead {
  readonly lead: NamedSystem;
  readonly system: FoundTag | null;
  /** The picture that stands for it. */
  readonly primary: MediaItem | null;
  readonly byAnswer: WeakMap<AnsweredFactor, Candidates>;
  /** Illustrations of the pick, by the image, what it matches, and the words that it is told in. */
  readonly heroes: ReturnType<typeof rememberRecent<string, RankedIllustration>>;
}

/**
 * Gives a way to choose the pictures that suit answers and a pick, and those that explain them, as
 * `scoreSelectionMedia` and `rankIllustrations` choose among all images. It looks at each image of the wanted tags once;
 * what illustrates an answer beside a pick is ranked when both first meet.
 */
export function createChooser({ pictures, meanings, links }: Choice): (wanted: Wanted) => Chosen {
  const tagsOf = tagFinder(pictures, meanings);
  const leads = new Map<string, KnownLead>();

  function known(lead: NamedSystem): KnownLead {
    let found = leads.get(lead.id);
    if (found === undefined || found.lead.name !== lead.name) {
      const primary = links.primaries.get(lead.id);
      found = {
        lead,
        system: findTag(pictures, { axis: "system", ref: lead.id, words: null }),
        primary: primary === undefined ? null : withoutPlace(primary),
        byAnswer: new WeakMap(),
        heroes: rememberRecent(HEROES),
      };
      leads.set(lead.id, found);
    }
    return found;
  }

  /** Images for an answer, of which one at least is not among those shown unless all are. */
  function candidatesFor(
    { lead, system, byAnswer }: KnownLead,
    answer: AnsweredFactor,
    shown: number,
  ): Candidates {
    let candidates = byAnswer.get(answer);
    if (candidates === undefined || !(candidates.isWhole || candidates.ids.length > shown)) {
      const { factorId, options } = answer;
      const [standsForIt = null] = options.flatMap(({ id }) =>
        links.defaultByOptionId.get(id) ?? []
      );
      const subject = { factorId, answers: [answer], standsForIt };
      candidates = rankCandidates(pictures, { lead, subject, system, own: tagsOf(answer) }, shown);
      byAnswer.set(answer, candidates);
    }
    return candidates;
  }

  function heroFor({ lead, heroes }: KnownLead, best: Matching, tags: readonly FoundTag[]) {
    const { ordinal, bits } = best;
    // In the order of `wantedTags()`: categories come last, and each once.
    const matches = matchesAt(tags, ordinal).sort((a, b) => a.place - b.place)
      .map(({ tag }) => tag);
    const telling = tellingOf(matches);
    return heroes(
      `${ordinal} ${bits} ${telling?.axis} ${telling?.words}`,
      () => describe(pictures, { ...best, lead, matches, factorId: null }),
    );
  }

  return ({ lead, answers }) => {
    const knownLead = known(lead);
    const { system, primary } = knownLead;
    const tags: FoundTag[] = [];
    for (const answer of answers) tags.push(...tagsOf(answer));
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
      selection,
      illustrations: {
        hero: show(hero),
        answers: answers.map((answer) =>
          show(chooseUnshown(candidatesFor(knownLead, answer, shown.size), shown))
        ),
      },
    };
  };
}

/** The best that is not shown yet, else the best. */
function chooseUnshown(
  { ids, illustrate, otherwise }: Candidates,
  shown: ReadonlySet<string>,
): RankedIllustration {
  if (ids.length === 0) return otherwise;
  const place = ids.findIndex((id) => !shown.has(id));
  return illustrate(Math.max(0, place));
}

/** An image, and the axes on which it matches. */
interface Matching {
  readonly ordinal: number;
  readonly bits: number;
}

/**
 * The selection, and the best image for the pick. Where enough images show the pick and more than all other axes are
 * worth together, no other can be among them, and it looks at those that show the pick alone.
 */
function chooseOverall(
  pictures: Pictures,
  marks: Uint8Array,
  system: FoundTag | null,
): { selection: ScoredPicture[]; best: Matching | null } {
  const own = system?.ordinals ?? NONE;
  let best = own.length < MAX_SELECTION_MEDIA ? [] : bestOf(pictures, marks, own);
  if (!(at(best, MAX_SELECTION_MEDIA - 1) < LEAST_WITHOUT_SYSTEM)) {
    best = bestOf(pictures, marks, null);
  }
  const matching = (ordinal: number): Matching => ({ ordinal, bits: marks[ordinal] as number });
  return {
    selection: best.map((key) => {
      const { ordinal, bits } = matching(ordinalOf(key));
      const { axes, score } = at(AXIS_SETS, bits);
      return { item: at(pictures.items, ordinal), score, matchedAxes: axes };
    }),
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

/** The keys of the best of some images, or of all, best first and of a shot group one. */
function bestOf(
  { items, groups }: Pictures,
  marks: Uint8Array,
  ordinals: Uint32Array | null,
): number[] {
  const best: number[] = [];
  /** What an image has to be worth at least; most are told apart by that alone. */
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
