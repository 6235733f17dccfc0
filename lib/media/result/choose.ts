/** The pictures of a result, from memory (spec §2.1, design §6). */
import type { IllustrationRanking, MediaItem, RankedIllustration } from "../schema.ts";
import { whyShown } from "./illustration_words.ts";
import { standIn, type Subject, tierOf } from "./illustrations.ts";
import {
  type AnsweredFactor,
  AXES,
  type Category,
  type NamedSystem,
  scoreOf,
  type WantedTag,
} from "./match.ts";
import { at, includes, type Pictures, tagKey } from "./pictures.ts";
import { MAX_SELECTION_MEDIA, type ScoredPicture } from "./selection_media.ts";

/** What is chosen for, and among. */
export interface Choice {
  readonly pictures: Pictures;
  readonly lead: NamedSystem;
  /** In asking order. */
  readonly answers: readonly AnsweredFactor[];
  /** The words of the vocabulary that each option means, by option, in their order. */
  readonly meanings: Meanings;
  /** The picture that stands for the pick. */
  readonly primary: MediaItem | null;
  /** The pictures that stand for options. */
  readonly defaultByOptionId: ReadonlyMap<string, MediaItem>;
}

/** What options mean: places in a list of categories, lowest first. */
export interface Meanings {
  readonly categories: readonly Category[];
  readonly byOptionId: ReadonlyMap<string, readonly number[]>;
}

/** Finds what options mean. */
export function toMeanings(categories: readonly Category[]): Meanings {
  const byOptionId = new Map<string, number[]>();
  for (const [place, { optionIds }] of categories.entries()) {
    for (const optionId of new Set(optionIds)) {
      const places = byOptionId.get(optionId);
      if (places === undefined) byOptionId.set(optionId, [place]);
      else places.push(place);
    }
  }
  return { categories, byOptionId };
}

/** A tag that is looked for, where it is anywhere. */
interface FoundTag {
  readonly tag: WantedTag;
  readonly ordinals: Uint32Array;
  readonly bit: number;
}

/** What a set of axes is, by the bits of its axes. */
const SETS = Array.from({ length: 2 ** AXES.length }, (_, bits) => {
  const axes = AXES.filter((_, axis) => (bits >> axis) & 1);
  const tier = tierOf(axes.includes("system"), axes.some((axis) => axis !== "system"));
  return { axes, score: scoreOf(axes), tier };
});
const SYSTEM = 1 << AXES.indexOf("system");
const HIGHEST = Math.max(...SETS.map(({ score }) => score));
/** More than there are ordinals: of two keys the lower has the higher score, or the lower ordinal. */
const STEP = 2 ** 32;
const RANKS = Float64Array.from(SETS, ({ score }) => (HIGHEST - score) * STEP);

/** One for all questions, which take turns; all zero between them. */
let marks = new Uint8Array();
let ownMarks = new Uint8Array();
let seen = new Uint32Array();

/**
 * The pictures that suit the answers and the pick, and those that explain them, as {@linkcode scoreSelectionMedia} and
 * {@linkcode rankIllustrations} choose among all images. It looks at each place of the wanted tags a few times, so what
 * it takes grows with the number of images that match, and with nothing else.
 */
export function choosePictures(
  choice: Choice,
): { selection: ScoredPicture[]; illustrations: IllustrationRanking } {
  const { pictures, lead, answers } = choice;
  if (marks.length < pictures.items.length) {
    marks = new Uint8Array(pictures.items.length);
    ownMarks = new Uint8Array(pictures.items.length);
    seen = new Uint32Array(pictures.items.length);
  }
  const ofSystem = find(pictures, [{ axis: "system", ref: lead.id, words: null }]);
  const ofEach = answers.map((answer) => find(pictures, tagsOf(choice, [answer])));
  const ofAll = [...ofSystem, ...find(pictures, tagsOf(choice, answers))];
  const count = mark(ofAll);
  try {
    const { selection, hero } = chooseOverall(pictures, count);
    const shown = new Set<string>();
    const illustrate = (subject: Subject, found: Found): RankedIllustration => {
      const illustration = describe(choice, { subject, found }) ?? standIn(lead, subject);
      if (illustration.media !== null) shown.add(illustration.media.id);
      return illustration;
    };
    return {
      selection,
      illustrations: {
        hero: illustrate(
          { factorId: null, answers, standsForIt: choice.primary },
          { ...hero, tags: ofAll },
        ),
        answers: answers.map((answer, index) => {
          const { factorId, options } = answer;
          const [first] = options.flatMap(({ id }) => choice.defaultByOptionId.get(id) ?? []);
          const own = ofEach[index] ?? [];
          return illustrate(
            { factorId, answers: [answer], standsForIt: first ?? null },
            { ...chooseForAnswer(pictures, { own, ofSystem, shown }), tags: [...ofSystem, ...own] },
          );
        }),
      },
    };
  } finally {
    for (let each = 0; each < count; each++) marks[seen[each] as number] = 0;
  }
}

/** The tags that answers call for, in the order of {@linkcode wantedTags}. */
function tagsOf(
  { meanings: { categories, byOptionId } }: Choice,
  answers: readonly AnsweredFactor[],
): WantedTag[] {
  const tags: WantedTag[] = [];
  const places = new Set<number>();
  for (const { options } of answers) {
    for (const { id, label } of options) {
      tags.push({ axis: "factor", ref: id, words: label });
      for (const place of byOptionId.get(id) ?? []) places.add(place);
    }
  }
  for (const place of [...places].sort((a, b) => a - b)) {
    const { axis, id, name } = at(categories, place);
    tags.push({ axis, ref: id, words: name });
  }
  return tags;
}

function find({ byTag }: Pictures, tags: readonly WantedTag[]): FoundTag[] {
  const found: FoundTag[] = [];
  for (const tag of tags) {
    const ordinals = byTag.get(tagKey(tag.axis, tag.ref));
    if (ordinals) found.push({ tag, ordinals, bit: 1 << AXES.indexOf(tag.axis) });
  }
  return found;
}

/** Marks at each image on which axes it matches; gives how many do, which `seen` begins with. */
function mark(tags: readonly FoundTag[]): number {
  let count = 0;
  for (const { ordinals, bit } of tags) {
    for (let each = 0; each < ordinals.length; each++) {
      const ordinal = ordinals[each] as number;
      const bits = marks[ordinal] as number;
      if (bits === 0) seen[count++] = ordinal;
      marks[ordinal] = bits | bit;
    }
  }
  return count;
}

/** An image that was chosen, null where there is none, and the axes on which it matches. */
interface Chosen {
  readonly ordinal: number | null;
  readonly bits: number;
}

interface Found extends Chosen {
  readonly tags: readonly FoundTag[];
}

/** The selection, and the best image for the pick, by a single look at all that match. */
function chooseOverall(
  { items, groups }: Pictures,
  count: number,
): { selection: ScoredPicture[]; hero: Chosen } {
  const best: number[] = [];
  const heroes = { exact: Infinity, system: Infinity, context: Infinity };
  let worst = Infinity;
  for (let each = 0; each < count; each++) {
    const ordinal = seen[each] as number;
    const bits = marks[ordinal] as number;
    const key = (RANKS[bits] as number) + ordinal;
    if (bits === SYSTEM) {
      if (key < heroes.system) heroes.system = key;
    } else if (bits & SYSTEM) {
      if (key < heroes.exact) heroes.exact = key;
    } else if (key < heroes.context) heroes.context = key;
    if (key >= worst) continue;
    const group = groups[ordinal] as number;
    const rival = group === 0
      ? -1
      : best.findIndex((other) => (groups[other % STEP] as number) === group);
    if (rival >= 0) {
      if (at(best, rival) < key) continue;
      best.splice(rival, 1);
    }
    const place = best.findIndex((other) => key < other);
    best.splice(place < 0 ? best.length : place, 0, key);
    if (best.length > MAX_SELECTION_MEDIA) best.pop();
    if (best.length === MAX_SELECTION_MEDIA) worst = at(best, best.length - 1);
  }
  const hero = [heroes.exact, heroes.system, heroes.context].find((key) => key < Infinity);
  return {
    selection: best.map((key) => {
      const ordinal = key % STEP;
      const { axes, score } = at(SETS, marks[ordinal] as number);
      return { item: at(items, ordinal), score, matchedAxes: axes };
    }),
    hero: hero === undefined
      ? NOTHING
      : { ordinal: hero % STEP, bits: marks[hero % STEP] as number },
  };
}

const NOTHING: Chosen = { ordinal: null, bits: 0 };

/** The best image for one answer: of the first tier that has any, one that is not shown yet before one that is. */
function chooseForAnswer(
  { items }: Pictures,
  { own, ofSystem, shown }: {
    readonly own: readonly FoundTag[];
    readonly ofSystem: readonly FoundTag[];
    readonly shown: ReadonlySet<string>;
  },
): Chosen {
  for (const { ordinals, bit } of own) {
    for (let each = 0; each < ordinals.length; each++) {
      const ordinal = ordinals[each] as number;
      ownMarks[ordinal] = (ownMarks[ordinal] as number) | bit;
    }
  }
  const isShown = (ordinal: number) => shown.has(at(items, ordinal).id);
  const exact = { best: Infinity, fresh: Infinity };
  const context = { best: Infinity, fresh: Infinity };
  for (const { ordinals } of own) {
    for (let each = 0; each < ordinals.length; each++) {
      const ordinal = ordinals[each] as number;
      const key = (RANKS[ownMarks[ordinal] as number] as number) + ordinal;
      const tier = (marks[ordinal] as number) & SYSTEM ? exact : context;
      if (key < tier.best) tier.best = key;
      if (key < tier.fresh && !isShown(ordinal)) tier.fresh = key;
    }
  }
  // One is better than another by the same with or without the axis of the system, which all of a tier have.
  const keyOf = ({ best, fresh }: typeof exact) => fresh < Infinity ? fresh : best;
  const key = exact.best < Infinity ? keyOf(exact) : context.best;
  const [systems] = ofSystem;
  let chosen = NOTHING;
  if (exact.best < Infinity) {
    chosen = { ordinal: key % STEP, bits: (ownMarks[key % STEP] as number) | SYSTEM };
  } else if (systems !== undefined) {
    const fresh = systems.ordinals.find((ordinal) => !isShown(ordinal));
    chosen = { ordinal: fresh ?? at(systems.ordinals, 0), bits: SYSTEM };
  } else if (context.best < Infinity) {
    const ordinal = keyOf(context) % STEP;
    chosen = { ordinal, bits: ownMarks[ordinal] as number };
  }
  for (const { ordinals } of own) {
    for (let each = 0; each < ordinals.length; each++) ownMarks[ordinals[each] as number] = 0;
  }
  return chosen;
}

/** An image as an illustration, with the reason; null where there is none. */
function describe(
  { pictures, lead }: Choice,
  { subject, found: { ordinal, bits, tags } }: {
    readonly subject: Subject;
    readonly found: Found;
  },
): RankedIllustration | null {
  const { score, tier } = at(SETS, bits);
  if (ordinal === null || tier === null) return null;
  const matches = tags.filter(({ ordinals }) => includes(ordinals, ordinal)).map(({ tag }) => tag);
  return {
    tier,
    score,
    why: whyShown({ lead, matches, showsSystem: at(pictures.showsSystem, ordinal) === 1 }),
    factorId: subject.factorId,
    media: at(pictures.items, ordinal),
  };
}
