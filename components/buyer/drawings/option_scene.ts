/** The scene that an option's drawing shows, derived from the words of its question and its label. */
import { type Operation, operationOf } from "./plan.ts";

/** The place of a wall, by the weather on its other side. */
export type Climate = "inside" | "porch" | "mild" | "cold" | "coast";
/** The look of a closed wall. */
export type Face = "framed" | "slim" | "wood" | "private";
/** The threshold on the floor under a wall. */
export type Threshold = "step" | "low" | "flush" | "hung";

/** The scene of a drawing. Lengths are in feet. */
export type OptionScene =
  | { kind: "opening"; width: number; height: number; overCounter: boolean }
  | { kind: "place"; climate: Climate }
  | { kind: "look"; face: Face }
  | { kind: "floor"; threshold: Threshold }
  | { kind: "moves"; operation: Operation };

/** The ids and labels that scenes are derived from. */
interface WordedQuestion {
  readonly id: string;
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/**
 * Returns the scene of each option of a question, by option id. Empty if the question is not about anything visible,
 * or if even one option cannot be drawn, because a question never mixes cards with and without a drawing.
 */
export function optionScenes(question: WordedQuestion): ReadonlyMap<string, OptionScene> {
  const read = readerFor(question);
  const scenes = question.options.map((option) =>
    [option.id, read(`${option.id} ${option.label}`)] as const
  );
  const drawn = scenes.flatMap(([id, scene]) => scene === null ? [] : [[id, scene] as const]);
  return new Map(drawn.length === scenes.length ? drawn : []);
}

type Reader = (words: string) => OptionScene | null;

function readerFor({ id, name }: WordedQuestion): Reader {
  const subject = `${id} ${name}`;
  return SUBJECTS.find(([words]) => words.test(subject))?.[1] ?? moves;
}

const CLIMATES: readonly (readonly [RegExp, Climate])[] = [
  [/between|indoors/i, "inside"],
  [/porch|balcony|covered|terrace/i, "porch"],
  [/cold|winter|snow/i, "cold"],
  [/coast|storm|sea\b/i, "coast"],
  [/outside|mild/i, "mild"],
];

const FACES: readonly (readonly [RegExp, Face])[] = [
  [/wood|warm|timber|veneer/i, "wood"],
  [/priva|satin|opaque|solid|screened/i, "private"],
  [/slim|little frame|frameless|all.glass/i, "slim"],
  [/clear|glass|frame/i, "framed"],
];

const THRESHOLDS: readonly (readonly [RegExp, Threshold])[] = [
  [/nothing|hung|no track/i, "hung"],
  [/level|flush/i, "flush"],
  [/low|bevel/i, "low"],
  [/sill|step|threshold/i, "step"],
];

/** Size of an opening in feet, for each measure that a label does not name. */
const USUAL = { height: 8, width: 16 } as const;
/** Factor for "over" and "more than", so that the drawing differs from that of the step below. */
const BEYOND = 1.25;

const SUBJECTS: readonly (readonly [RegExp, Reader])[] = [
  [/\bwidth\b/i, (words) => {
    const width = feetIn(words);
    return width === null ? null : opening({ width });
  }],
  [/\b(opening|height)\b/i, (words) => {
    if (/counter|\bbar\b/i.test(words)) return opening({ width: 9, height: 7, overCounter: true });
    const height = feetIn(words);
    if (height === null) return null;
    return opening({ height, width: /door/i.test(words) ? 10 : height * 1.9 });
  }],
  [/\bplace\b/i, (words) => {
    const climate = firstOf(CLIMATES, words);
    return climate && { kind: "place", climate };
  }],
  [/\blook\b/i, (words) => {
    const face = firstOf(FACES, words);
    return face && { kind: "look", face };
  }],
  [/\b(floor|sill|threshold)\b/i, (words) => {
    const threshold = firstOf(THRESHOLDS, words);
    return threshold && { kind: "floor", threshold };
  }],
];

function moves(words: string): OptionScene | null {
  const operation = operationOf(words);
  return operation === "generic" ? null : { kind: "moves", operation };
}

function opening(measures: Partial<Extract<OptionScene, { kind: "opening" }>>): OptionScene {
  return { kind: "opening", ...USUAL, overCounter: false, ...measures };
}

/** Returns the length in feet that words name, the upper one of a range, between 4 and 100; larger for "over". */
function feetIn(words: string): number | null {
  const named = /(\d{1,3})(?: to (\d{1,3}))? (?:feet|ft)\b/i.exec(words);
  if (named === null) return null;
  const feet = Math.min(Math.max(Number(named[2] ?? named[1]), 4), 100);
  return /over|more than|above/i.test(words) ? feet * BEYOND : feet;
}

function firstOf<T>(table: readonly (readonly [RegExp, T])[], words: string): T | null {
  return table.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
