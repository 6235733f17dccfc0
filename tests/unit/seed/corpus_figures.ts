/** Reads the figures in a text and checks them against the data sheets of the systems that the text is about. */
import type { System } from "@/lib/catalog/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";

/** The unit of a figure, or the attribute that it measures. */
export type Unit =
  | "stc"
  | "u-factor"
  | "length"
  | "psf"
  | "pounds"
  | "weeks"
  | "years"
  | "minutes"
  | "seconds"
  | "percent";

/** A number with its unit. Lengths are in inches. */
export interface Figure {
  readonly unit: Unit;
  readonly value: number;
  /** The words that it was read from, and the clause around them. */
  readonly quote: string;
  readonly clause: string;
}

const WORDS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  "half a": 1 / 2,
  "half an": 1 / 2,
  "a quarter of an": 1 / 4,
  "three quarters of an": 3 / 4,
  "a tenth of an": 1 / 10,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
};

const NUMBER = String.raw`(?:\d+(?:\.\d+)?(?:/\d+)?|${
  Object.keys(WORDS).sort((a, b) => b.length - a.length).join("|")
})`;
const SEVERAL = String.raw`(${NUMBER})(?:(?: to | or | and | by |, )(${NUMBER}))?`;

const READERS: readonly [unit: Unit, pattern: RegExp, scale: number][] = [
  ["stc", new RegExp(String.raw`\bSTC ${SEVERAL}\b`, "gi"), 1],
  ["u-factor", /(?<![\d.])(0\.\d\d)(?: to (0\.\d\d))?(?![\d.]| (?:inch|to \d))/g, 1],
  ["length", new RegExp(String.raw`(?<![\d.])\b${SEVERAL}[ -](?:inch(?:es)?)\b`, "gi"), 1],
  ["length", new RegExp(String.raw`(?<![\d.])\b${SEVERAL}[ -](?:feet|foot)\b`, "gi"), 12],
  ["psf", new RegExp(String.raw`(?<![\d.])\b${SEVERAL} psf\b`, "gi"), 1],
  ["pounds", new RegExp(String.raw`(?<![\d.])\b${SEVERAL}[ -]pounds?\b`, "gi"), 1],
  ["weeks", new RegExp(String.raw`\b${SEVERAL}[ -]weeks?\b`, "gi"), 1],
  ["years", new RegExp(String.raw`\b${SEVERAL}[ -]years?\b`, "gi"), 1],
  ["minutes", new RegExp(String.raw`\b${SEVERAL}[ -]minutes?\b`, "gi"), 1],
  ["seconds", new RegExp(String.raw`\b${SEVERAL}[ -]seconds?\b`, "gi"), 1],
  ["percent", new RegExp(String.raw`\b${SEVERAL}(?: percent\b|%)`, "gi"), 1],
];

/** Returns every number with a unit in a sentence, in digits or in words. */
export function figuresIn(sentence: string): Figure[] {
  return clausesOf(sentence).flatMap((clause) =>
    READERS.flatMap(([unit, pattern, scale]) =>
      [...clause.matchAll(pattern)].flatMap(([quote, ...numbers]) =>
        numbers.filter((number) => number !== undefined).map((number) => ({
          unit,
          value: numberOf(number) * scale,
          quote,
          clause,
        }))
      )
    )
  );
}

/** Splits a sentence into clauses about one subject each. A list such as "8, 10 or 12" is not split. */
function clausesOf(sentence: string): string[] {
  return sentence.split(/;|,(?! \d)| (?:while|but|against|then) | and (?!\d|a quarter of|three q)/);
}

function numberOf(text: string): number {
  const word = WORDS[text.toLowerCase()];
  if (word !== undefined) return word;
  const [top = "", bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
}

/** The attributes that the words around a length refer to. */
const LENGTHS: readonly [words: RegExp, attributeIds: readonly string[]][] = [
  [/\b(tall|taller|tallest|high(?!-water)|height|heights)\b/i, ["panel-height"]],
  [/\b(sills?|thresholds?|steps?|riser|saddle|plate)\b/i, ["sill-height"]],
  [/\b(sightlines?|frames?|joints?|lines?|reveal)\b/i, ["sightline"]],
  [/\b(panels?|panes?|sash|sashes|leaf|leaves|bays?)\b.*\bwid(e|th)\b/i, ["panel-width"]],
  [/\b(openings?|runs?|spans?|wall closes)\b/i, ["opening-width"]],
  [/\bwid(e|th)\b/i, ["panel-width", "opening-width"]],
];
const ALL_LENGTHS = ["panel-width", "panel-height", "opening-width", "sill-height", "sightline"];

const PRESSURES: readonly [words: RegExp, attributeIds: readonly string[]][] = [
  [/\b(rain|water)\b/i, ["water-rating"]],
  [/\b(wind|load|pressure|gusts?)\b/i, ["design-pressure"]],
];

/** Words for a place instead of a product. Its measure must be within the range of the system. */
const PLACE =
  /-foot(?:-wide)? (?:openings?|fronts?|runs?|counters?|rooms?|halls?|terraces?|gaps?|walls?)\b/i;
const PLACE_HEIGHT = /-foot(?:-high)? ceilings?\b/i;

/** Whether a figure measures a place in which a system is used, such as an opening or a ceiling. */
export function isPlace({ clause }: Pick<Figure, "clause">): boolean {
  return PLACE.test(clause) || PLACE_HEIGHT.test(clause);
}

/** Whether the system's data sheet allows a figure for the attributes that its clause refers to. */
export function isTrueOf(system: System, figure: Figure): boolean {
  if (figure.unit === "length" && PLACE_HEIGHT.test(figure.clause)) {
    return figure.value <= Math.max(0, ...sheet(system, "panel-height"));
  }
  if (figure.unit === "length" && PLACE.test(figure.clause)) {
    return isWithin(system, "opening-width", figure.value);
  }
  return allowed(system, figure).some((value) => Math.abs(value - figure.value) < 1e-6);
}

function allowed(system: System, { unit, clause }: Figure): number[] {
  const of = (attributeIds: readonly string[]) => attributeIds.flatMap((id) => sheet(system, id));
  switch (unit) {
    case "stc":
    case "u-factor":
      return of([unit]);
    case "psf":
      return of(pointedTo(PRESSURES, clause) ?? ["water-rating", "design-pressure"]);
    case "weeks":
      return of(["lead-time"]);
    case "years":
      return [...of(["warranty"]), ...labelled(system, unit)];
    case "length": {
      const named = pointedTo(LENGTHS, clause);
      return named ? [...of(named), ...noted(system)] : [
        ...of(ALL_LENGTHS),
        ...noted(system),
        ...described(system, unit),
        ...reasoned(system, unit),
      ];
    }
    case "pounds":
      return [...of(["panel-weight"]), ...described(system, unit), ...reasoned(system, unit)];
    case "minutes":
      return /fire/.test(clause)
        ? of(["fire-rating"])
        : [...of(["fire-rating"]), ...described(system, unit), ...reasoned(system, unit)];
    default:
      return [...described(system, unit), ...reasoned(system, unit)];
  }
}

function pointedTo(
  map: readonly [words: RegExp, attributeIds: readonly string[]][],
  clause: string,
): string[] | null {
  const ids = map.filter(([words]) => words.test(clause)).flatMap(([, attributeIds]) =>
    attributeIds
  );
  return ids.length > 0 ? ids : null;
}

/** Returns the figures of a value, with lengths in inches. */
function sheet(system: System, attributeId: string): number[] {
  const value = system.values.find((cell) => cell.attributeId === attributeId)?.value;
  const scale = attributeId === "opening-width" ? 12 : 1;
  if (value?.type === "range") {
    return [value.min, value.max].filter((bound) => bound !== null).map((bound) => bound * scale);
  }
  return value?.type === "dimension" ? [value.measurement, ...numbersOf(value.note)] : [];
}

/** Returns the figures in notes, such as the size of the panel that a wind load was tested with. */
function noted(system: System): number[] {
  return ["design-pressure", "panel-height"].flatMap((id) => {
    const value = system.values.find(({ attributeId }) => attributeId === id)?.value;
    return value?.type === "dimension" ? numbersOf(value.note) : [];
  });
}

function labelled({ values }: System, unit: Unit): number[] {
  return values.flatMap(({ value }) =>
    value.type === "range" && value.label !== null ? unitsIn(value.label, unit) : []
  );
}

function numbersOf(note: string | null): number[] {
  return note?.match(/\d+(?:\.\d+)?(?:\/\d+)?/g)?.map(numberOf) ?? [];
}

function isWithin(system: System, attributeId: string, value: number): boolean {
  const cell = system.values.find((each) => each.attributeId === attributeId)?.value;
  return cell?.type === "range" && value >= (cell.min ?? 0) * 12 &&
    value <= (cell.max ?? Infinity) * 12;
}

function described({ tagline, description }: System, unit: Unit): number[] {
  return unitsIn(`${tagline}. ${description}`, unit);
}

/** Returns the figures in the rationales for a system. */
function reasoned({ id }: System, unit: Unit): number[] {
  const texts = demoCatalog.rules.flatMap(({ outcomes }) =>
    outcomes.filter(({ systemId }) => systemId === id).map(({ rationale }) => rationale)
  );
  return unitsIn(texts.join(" "), unit);
}

function unitsIn(text: string, unit: Unit): number[] {
  return figuresIn(text).filter((figure) => figure.unit === unit).map(({ value }) => value);
}
