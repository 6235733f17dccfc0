/** Passages made ready to be compared with: what they say, where, and what they are called. */
import { type Figure, figuresOf } from "./figures.ts";
import { type Placed, placedFigures } from "./prose.ts";
import { type Row, rowsOf } from "./rows.ts";
import { type Span, splitSentences } from "./sentences.ts";
import { stemOf, termsOf } from "./terms.ts";

/** A passage that an answer may rest on. */
export interface GroundingPassage {
  readonly key: string;
  readonly text: string;
  readonly heading?: string | null;
  /** What its document is called. */
  readonly title?: string | null;
}

/** A passage, prepared. */
export interface Prepared {
  /** Null for the buyer's own context. */
  readonly key: string | null;
  readonly text: string;
  readonly sentences: readonly PreparedSentence[];
  /** Stems of the text, with their places in it. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Stems of what it is called: title, heading and the words of its key. */
  readonly labels: ReadonlySet<string>;
  readonly figures: readonly Figure[];
  /** Those of its text alone, with their places in it. */
  readonly textFigures: readonly Figure[];
  /** Those of its sentences, with what stands around them. */
  readonly placed: readonly Placed[];
  /** Of its tables. */
  readonly rows: readonly Row[];
  /** Stems of names in the text or the title. */
  readonly names: ReadonlySet<string>;
  /** The text in plain words, for quotations. */
  readonly plain: string;
}

/** A sentence of a passage. */
export interface PreparedSentence extends Span {
  readonly stems: ReadonlySet<string>;
  /** Places of its terms in the passage. */
  readonly first: number;
  readonly last: number;
}

/** Prepares a passage. */
export function prepare(
  { key, text, heading, title }: Omit<GroundingPassage, "key"> & { readonly key: string | null },
): Prepared {
  const label = `${title ?? ""}. ${heading ?? ""}`;
  const terms = termsOf(text);
  const labelTerms = termsOf(label);
  const places = new Map<string, number[]>();
  for (const [place, { stem }] of terms.entries()) {
    const known = places.get(stem);
    if (known === undefined) places.set(stem, [place]);
    else known.push(place);
  }
  const sentences = splitSentences(text).map((span) => {
    const first = terms.findIndex(({ start }) => start >= span.start);
    const own = terms.filter(({ start, end }) => start >= span.start && end <= span.end);
    const from = first < 0 ? terms.length : first;
    return {
      ...span,
      stems: new Set(own.map(({ stem }) => stem)),
      first: from,
      last: from + own.length,
    };
  });
  const textFigures = figuresOf(text);
  const inKey = (key ?? "").toLowerCase().split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  return {
    key,
    text,
    sentences,
    places,
    labels: new Set([...labelTerms.map(({ stem }) => stem), ...inKey.map(stemOf)]),
    figures: [...textFigures, ...figuresOf(label)],
    textFigures,
    placed: sentences.map(({ start, end }) => text.slice(start, end))
      .filter((sentence) => !sentence.includes("|")).flatMap(placedFigures),
    rows: rowsOf(text),
    names: new Set(
      [...terms, ...termsOf(title ?? "")].filter(({ capital, first }) => capital && !first)
        .map(({ stem }) => stem),
    ),
    plain: plainOf(text),
  };
}

/** A text as its words in small letters, for finding quotations. */
export function plainOf(text: string): string {
  return (text.toLowerCase().normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
