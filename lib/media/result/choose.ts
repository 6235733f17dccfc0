/** The pictures of a result, from memory (spec §2.1, design §6). */
import type { IllustrationRanking, MediaItem, RankedIllustration } from "../schema.ts";
import { type Candidates, describe, rankCandidates } from "./candidates.ts";
import { withoutPlace } from "./gallery.ts";
import { standIn } from "./illustrations.ts";
import type { Links } from "./links.ts";
import { AXIS_SETS, keepLowest, type Marks, ordinalOf, RANKS, SYSTEM, withMarks } from "./marks.ts";
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

/** A system, and what is known of the pictures for it. */
interface KnownLead {
  readonly lead: NamedSystem;
  readonly system: FoundTag | null;
  /** The picture that stands for it. */
  readonly primary: MediaItem | null;
  readonly byAnswer: WeakMap<AnsweredFactor, Candidates>;
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

  return ({ lead, answers }) => {
    const knownLead = known(lead);
    const { system, primary } = knownLead;
    const own = answers.map(tagsOf);
    const tags = own.flat();
    if (system !== null) tags.push(system);
    const { selection, best } = withMarks(
      pictures.items.length,
      tags,
      (marks) => chooseOverall(pictures, marks),
    );
    const hero = best === null
      ? standIn(lead, { factorId: null, answers, standsForIt: primary })
      : describe(pictures, {
        ...best,
        lead,
        // In the order of `wantedTags()`: categories come last, and each once.
        tags: tags.sort((a, b) => a.place - b.place),
        factorId: null,
      });
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

/** The selection, and the best image for the pick, by a single look at all that match. */
function chooseOverall(
  { items, groups }: Pictures,
  { bits, seen, count }: Marks,
): { selection: ScoredPicture[]; best: { ordinal: number; bits: number } | null } {
  const best: number[] = [];
  let [exact, system, context] = [Infinity, Infinity, Infinity];
  let worst = Infinity;
  for (let each = 0; each < count; each++) {
    const ordinal = seen[each] as number;
    const axes = bits[ordinal] as number;
    const key = (RANKS[axes] as number) + ordinal;
    if (axes === SYSTEM) {
      if (key < system) system = key;
    } else if (axes & SYSTEM) {
      if (key < exact) exact = key;
    } else if (key < context) context = key;
    if (key >= worst) continue;
    const group = groups[ordinal] as number;
    const rival = group === 0
      ? -1
      : best.findIndex((other) => (groups[ordinalOf(other)] as number) === group);
    if (rival >= 0) {
      if (at(best, rival) < key) continue;
      best.splice(rival, 1);
    }
    keepLowest(best, key, MAX_SELECTION_MEDIA);
    if (best.length === MAX_SELECTION_MEDIA) worst = at(best, best.length - 1);
  }
  const hero = [exact, system, context].find((key) => key < Infinity);
  const chosen = (key: number) => ({
    ordinal: ordinalOf(key),
    bits: bits[ordinalOf(key)] as number,
  });
  return {
    selection: best.map((key) => {
      const { ordinal, bits } = chosen(key);
      const { axes, score } = at(AXIS_SETS, bits);
      return { item: at(items, ordinal), score, matchedAxes: axes };
    }),
    best: hero === undefined ? null : chosen(hero),
  };
}
