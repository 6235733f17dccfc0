/** Matches the tags of pictures with a buyer's answers and the recommended system (design §6). */
import type { SelectionAxis } from "../schema.ts";

/** The score of a match on each axis (design §6). */
const AXIS_WEIGHTS: Readonly<Record<SelectionAxis, number>> = {
  system: 5,
  attribute: 3,
  factor: 2,
  application: 3,
  geography: 1,
};

/** Every axis, in the order of `matchedAxes` (spec §2.1). */
export const AXES: readonly SelectionAxis[] = [
  "system",
  "attribute",
  "factor",
  "application",
  "geography",
];

/** A category of the vocabulary that is in use, and the options that map to it. */
export interface Category {
  readonly id: string;
  readonly axis: "application" | "geography" | "attribute";
  readonly name: string;
  readonly optionIds: readonly string[];
}

/** A system with its name. */
export interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/** An answered factor with the options that were selected. */
export interface AnsweredFactor {
  readonly factorId: string;
  /** The noun of the question. */
  readonly factor: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** A tag to look for. */
export interface WantedTag {
  readonly axis: SelectionAxis;
  readonly ref: string;
  /** The label that a buyer knows it by; null for the recommended system. */
  readonly words: string | null;
}

/** Returns the wanted tags: the system, then each selected option, then each category that a selected option maps to. */
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

/** Returns the sum of the weights of axes (design §6). */
export function scoreOf(axes: readonly SelectionAxis[]): number {
  return axes.reduce((sum, axis) => sum + AXIS_WEIGHTS[axis], 0);
}
