/** Prepares passages for comparison: tokenises the text, title and heading once. */
import { hasName } from "@/lib/text/mod.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { type Placed, placedFigures } from "./prose.ts";
import { type Row, rowsOf } from "./rows.ts";
import { type Span, splitSentences } from "./sentences.ts";
import { stemOf, termsOf } from "./terms.ts";

/** A passage that may support an answer. */
export interface GroundingPassage {
  readonly key: string;
  readonly text: string;
  readonly heading?: string | null;
  /** Title of its document. */
  readonly title?: string | null;
}

/** A prepared passage. */
export interface Prepared {
  /** Null for the journey envelope. */
  readonly key: string | null;
  readonly text: string;
  readonly sentences: readonly PreparedSentence[];
  /** Stems of the text with their positions, counted in terms. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Stems of the title, the heading and the words of the key. */
  readonly labels: ReadonlySet<string>;
  /** The sentences of the title and the heading. An answer that names its source repeats them. */
  readonly naming: readonly string[];
  /** Figures of the text, title and heading. */
  readonly figures: readonly Figure[];
  /** Figures of the text alone. Their offsets refer to it. */
  readonly textFigures: readonly Figure[];
  /** Figures of its sentences outside of tables, with the words around them. */
  readonly placed: readonly Placed[];
  /** Table rows that contain figures. */
  readonly rows: readonly Row[];
  /** Names of systems that the text, title or heading has. */
  readonly systems: readonly string[];
  /** Names of systems that the title or heading has: the passage is about them. */
  readonly subjects: readonly string[];
  /** Stems of the proper names in the text and title. */
  readonly names: ReadonlySet<string>;
  /** The text normalised by {@linkcode plainOf}, for finding quotations. */
  readonly plain: string;
}

/** A sentence of a passage. */
interface PreparedSentence extends Span {
  readonly stems: ReadonlySet<string>;
}

/** Prepares a passage, or the envelope with a null key. `systems`: names of all systems. */
export function prepare(
  { key, text, heading, title }: Omit<GroundingPassage, "key"> & { readonly key: string | null },
  systems: readonly string[] = [],
): Prepared {
  const label = `${title ?? ""}. ${heading ?? ""}`;
  const terms = termsOf(text);
  const labelTerms = termsOf(label);
  const places = new Map<string, number[]>();
  for (const [place, { stem }] of terms.entries()) {
    places.getOrInsert(stem, []).push(place);
  }
  const sentences = splitSentences(text).map((span) => {
    const own = terms.filter(({ start, end }) => start >= span.start && end <= span.end);
    return { ...span, stems: new Set(own.map(({ stem }) => stem)) };
  });
  const textFigures = figuresOf(text);
  const inKey = (key ?? "").toLowerCase().split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  return {
    key,
    text,
    sentences,
    places,
    labels: new Set([...labelTerms.map(({ stem }) => stem), ...inKey.map(stemOf)]),
    naming: [title ?? "", heading ?? ""].flatMap((name) =>
      splitSentences(name).map(({ start, end }) => name.slice(start, end))
    ),
    figures: [...textFigures, ...figuresOf(label)],
    textFigures,
    placed: sentences.map(({ start, end }) => text.slice(start, end))
      .filter((sentence) => !sentence.includes("|")).flatMap(placedFigures),
    rows: rowsOf(text),
    systems: systems.filter((name) => hasName(`${label} ${text}`, name)),
    subjects: systems.filter((name) => hasName(label, name)),
    names: new Set(
      [...terms, ...termsOf(title ?? "")].filter(({ capital, first }) => capital && !first)
        .map(({ stem }) => stem),
    ),
    plain: plainOf(text),
  };
}

/** The parts of passages about systems, by passage and names. */
const parts = new WeakMap<Prepared, Map<string, Prepared>>();

/**
 * Returns what a passage says of systems: in a document about another one ("Quarry Steel"), only the sentences that name them,
 * because "it" is the other one there. The offsets of the text stay.
 */
export function partAbout(passage: Prepared, systems: readonly string[]): Prepared {
  const { key, text, sentences, subjects, naming } = passage;
  const isAboutOthers = systems.length > 0 && subjects.length > 0 &&
    !systems.some((name) => subjects.includes(name));
  if (!isAboutOthers) return passage;
  return parts.getOrInsertComputed(passage, () => new Map<string, Prepared>())
    .getOrInsertComputed(systems.join("\n"), () => {
      const others = sentences.filter(({ start, end }) =>
        !systems.some((name) => hasName(text.slice(start, end), name))
      );
      const own = others.reduce(
        (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
        text,
      );
      return { ...prepare({ key, text: own }, passage.systems), naming };
    });
}

/** Normalises a text to its words in lower case, joined by single spaces, for finding quotations. */
export function plainOf(text: string): string {
  return (text.toLowerCase().normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
