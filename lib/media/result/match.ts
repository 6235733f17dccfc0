/** Which of the tags of a picture a buyer's answers and pick call for (design §6). */
import type { MediaItem, SelectionAxis } from "../schema.ts";

/** What a match on each axis is worth, in the order in which matched axes are shown (spec §2.1). */
export const AXIS_WEIGHTS: Readonly<Record<SelectionAxis, number>> = {
  system: 5,
  attribute: 3,
  factor: 2,
  application: 3,
  geography: 1,
};

/** Every axis, in the order in which matched ones are shown. */
export const AXES: readonly SelectionAxis[] = [
  "system",
  "attribute",
  "factor",
  "application",
  "geography",
];

/** A word of the vocabulary that is in use, and the options that mean it. */
export interface Category {
  readonly id: string;
  readonly axis: "application" | "geography" | "attribute";
  readonly name: string;
  readonly optionIds: readonly string[];
}

/** A system by its name. */
export interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/** An answered factor with the options that were selected. */
export interface AnsweredFactor {
  readonly factorId: string;
  /** The question's noun. */
  readonly factor: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** A picture with what decides whether, and before which others, it is shown. */
export interface TaggedPicture {
  readonly item: MediaItem;
  /** Live tags alone. */
  readonly tags: readonly { readonly type: string; readonly ref: string }[];
  /** Shots of one scene share it. */
  readonly shotGroupId: string | null;
  /** Place of its project, then its own in there; what has none comes last (spec §4.8). */
  readonly galleryOrder: number | null;
  readonly galleryPosition: number | null;
}

/** A tag that a picture is looked for by. */
export interface WantedTag {
  readonly axis: SelectionAxis;
  readonly ref: string;
  /** What a buyer calls it; null for the pick itself. */
  readonly words: string | null;
}

/** The tags that show a system, or what one of the answers means. */
export function wantedTags(
  lead: NamedSystem,
  { answers, categories }: {
    readonly answers: readonly AnsweredFactor[];
    readonly categories: readonly Category[];
  },
): WantedTag[] {
  const options = answers.flatMap((answer) => answer.options);
  const selected = new Set(options.map(({ id }) => id));
  return [
    { axis: "system", ref: lead.id, words: null },
    ...options.map(({ id, label }) => ({ axis: "factor", ref: id, words: label } as const)),
    ...categories.filter(({ optionIds }) => optionIds.some((id) => selected.has(id)))
      .map(({ axis, id, name }) => ({ axis, ref: id, words: name })),
  ];
}

/** Those of the wanted tags that a picture has. */
export function matchesOf(picture: TaggedPicture, wanted: readonly WantedTag[]): WantedTag[] {
  return wanted.filter(({ axis, ref }) =>
    picture.tags.some((tag) => tag.type === axis && tag.ref === ref)
  );
}

/** The axes on which something matches, each once, in the order of the spec. */
export function axesOf(matches: readonly WantedTag[]): SelectionAxis[] {
  return AXES.filter((axis) => matches.some((match) => match.axis === axis));
}

/** What matches on these axes are worth together. */
export function scoreOf(axes: readonly SelectionAxis[]): number {
  return axes.reduce((sum, axis) => sum + AXIS_WEIGHTS[axis], 0);
}

/** Gallery order, then id: what decides between equals (design §6). */
export function byGalleryOrder(a: TaggedPicture, b: TaggedPicture): number {
  return nullsLast(a.galleryOrder, b.galleryOrder) ||
    nullsLast(a.galleryPosition, b.galleryPosition) ||
    (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0);
}

function nullsLast(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}
