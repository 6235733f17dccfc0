/**
 * Supported and unsupported answers, with the passages that they are checked against. Most are generated from sentences
 * of the demo corpus, by changes that keep or alter the meaning; some are written by hand.
 */
import { extract } from "@/tests/helpers/corpus_passages.ts";
import type { GroundingPassage } from "@/lib/assistant/mod.ts";
import { splitSentences } from "@/lib/assistant/grounding/sentences.ts";

import { swapsOf } from "./swaps.ts";

/** An answer and the passages that it is checked against. */
export interface Pair {
  /** How it was made. */
  readonly made: string;
  readonly text: string;
  readonly passages: readonly GroundingPassage[];
}

/** The pairs, by the expected verdict of the guard. */
interface Pairs {
  readonly supported: readonly Pair[];
  readonly unsupported: readonly Pair[];
  /** Written by hand, about passages that no other pair uses, before the guard was measured with any of them. */
  readonly unseen: {
    readonly supported: readonly Pair[];
    readonly unsupported: readonly Pair[];
  };
  /** Supported answers with one change, by the kind of change. */
  readonly mutants: Readonly<
    Record<"number" | "swap" | "unit" | "negation" | "name" | "splice", readonly Pair[]>
  >;
}

/** A sentence that is long enough to be a claim, with its passage. */
interface Stated {
  readonly sentence: string;
  readonly passage: GroundingPassage;
  readonly document: string;
}

const EVERY = 3;

/** Generates the pairs of the demo corpus, deterministically. */
export async function demoPairs(): Promise<Pairs> {
  const passages = await extract();
  const stated = passages.flatMap(({ passage, document }) =>
    splitSentences(passage.text).map(({ start, end }) => passage.text.slice(start, end))
      .filter((sentence) => sentence.split(" ").length >= 7 && !sentence.includes("|"))
      .map((sentence): Stated => ({ sentence, passage, document }))
  );
  const chosen = stated.filter((_, index) => index % EVERY === 0);
  const beside = (stated: Stated) => {
    const at = passages.findIndex(({ passage }) => passage === stated.passage);
    return [passages[(at + 40) % passages.length], passages[(at + 91) % passages.length]]
      .flatMap((other) => other && other.document !== stated.document ? [other.passage] : []);
  };
  const written = await writtenPairs("written.txt", passages);
  const unseen = await writtenPairs("written_unseen.txt", passages);
  return {
    unseen: {
      supported: unseen.filter(({ holds }) => holds),
      unsupported: unseen.filter(({ holds }) => !holds),
    },
    supported: [
      ...chosen.flatMap((stated, index) =>
        rewordings(stated, index).map(([made, text]) => ({
          made,
          text,
          passages: [stated.passage, ...beside(stated)],
        }))
      ),
      ...written.filter(({ holds }) => holds),
    ],
    unsupported: [
      ...chosen.map((stated, index) => ({
        made: "of another document on the subject",
        text: stated.sentence,
        passages: nearest(stated, passages, index),
      })),
      ...written.filter(({ holds }) => !holds),
    ],
    mutants: mutantsOf(chosen, swapsOf(stated)),
  };
}

/** Returns the passages of other documents that share most words with a sentence, as retrieval would find them. */
function nearest(
  { sentence, document }: Stated,
  passages: readonly { readonly passage: GroundingPassage; readonly document: string }[],
  index: number,
): GroundingPassage[] {
  const words = new Set(sentence.toLowerCase().match(/[a-z]{4,}/g) ?? []);
  return passages.filter((other) =>
    other.document !== document && !other.passage.text.includes(sentence)
  )
    .map(({ passage }) => ({
      passage,
      shared:
        new Set(passage.text.toLowerCase().match(/[a-z]{4,}/g)?.filter((word) => words.has(word)))
          .size,
    }))
    .sort((a, b) => b.shared - a.shared || (a.passage.key < b.passage.key ? -1 : 1))
    .slice(0, 1 + index % 4).map(({ passage }) => passage);
}

/** Rewords a sentence in one of seven ways that keep its meaning. */
function rewordings({ sentence, passage }: Stated, index: number): [made: string, text: string][] {
  const lower = sentence.charAt(0).toLowerCase() + sentence.slice(1);
  const bare = sentence.replace(/[.!?]$/, "");
  const all: [string, string][] = [
    ["unchanged", sentence],
    ["quoted", `The material says: “${sentence}”`],
    [
      "introduced",
      `According to the material, ${/^[A-Z][a-z]+ [A-Z]/.test(sentence) ? sentence : lower}`,
    ],
    ["shortened", `${bare.split(/, | because | so that | and /)[0]}.`],
    [
      "other function words",
      bare.replaceAll(" is ", " will be ").replaceAll(" are ", " have been ") + ".",
    ],
    ["in two", `${bare.replace(/, (?:and|but|so) /, ". It also says: ")}.`],
    ["with its document", `${bare} (${passage.title}).`],
  ];
  return [all[index % all.length] ?? ["unchanged", sentence]];
}

async function writtenPairs(
  file: string,
  passages: readonly { readonly passage: GroundingPassage; readonly document: string }[],
): Promise<(Pair & { holds: boolean })[]> {
  const text = await Deno.readTextFile(new URL(file, import.meta.url));
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const [document = "", words = "", holds = "", answer = ""] = line.split("|");
    const found = passages.find((other) =>
      other.document === document && other.passage.text.includes(words)
    );
    if (found === undefined) throw new Error(`Cannot find the passage of: ${line}`);
    return {
      made: "by hand",
      text: answer.replaceAll("\\n", "\n"),
      passages: [found.passage],
      holds: holds === "+",
    };
  });
}

const UNITS: readonly [from: RegExp, to: string][] = [
  [/\binches\b/, "feet"],
  [/\bfeet\b/, "inches"],
  [/\bpounds\b/, "kilograms"],
  [/\bweeks\b/, "months"],
  [/\byears\b/, "months"],
  [/\bpsf\b/, "psi"],
  [/\bminutes\b/, "hours"],
];
const NAMES = ["Heron", "Quarry", "Estuary", "Ascent", "Causeway", "Pleat", "Glasswing", "Vane"];

function mutantsOf(chosen: readonly Stated[], swaps: Pair[]): Pairs["mutants"] {
  const mutants: Record<keyof Pairs["mutants"], Pair[]> = {
    number: [],
    swap: swaps,
    unit: [],
    negation: [],
    name: [],
    splice: [],
  };
  const add = (
    kind: keyof Pairs["mutants"],
    { sentence, passage }: Stated,
    text: string,
    others: GroundingPassage[] = [],
  ) => {
    if (text !== sentence) mutants[kind].push({ made: kind, text, passages: [passage, ...others] });
  };
  for (const [index, stated] of chosen.entries()) {
    const { sentence, passage } = stated;
    const swapped = sentence.replace(/\d+(?:\.\d+)?/, (number) => {
      for (let more = 1;; more++) {
        const other = String(Math.round((Number(number) + more) * 100) / 100);
        if (!new RegExp(`(?<![\\d.])${other.replace(".", "\\.")}(?![\\d])`).test(passage.text)) {
          return other;
        }
      }
    });
    if (!sentence.includes("/")) add("number", stated, swapped);
    for (const [from, to] of UNITS) {
      const other = sentence.replace(from, to);
      if (
        new RegExp(`\\d[^.]{0,12} ${to}\\b`).test(other) &&
        !new RegExp(`\\d \\w*${to}`).test(passage.text)
      ) add("unit", stated, other);
    }
    if (!/\b(?:not|no|never|none|nothing|without|nor|neither)\b/i.test(passage.text)) {
      add("negation", stated, sentence.replace(/\b(is|are|can|will|has|have)\b/, "$1 not"));
    }
    const name = NAMES.find((name) => sentence.includes(`${name} `));
    const other = NAMES.find((other) =>
      other !== name && !`${passage.text}${passage.title}`.includes(other)
    );
    if (name !== undefined && other !== undefined) {
      add("name", stated, sentence.replaceAll(name, other));
    }
    const next = chosen[(index + 7) % chosen.length];
    if (
      next !== undefined && next.document !== stated.document && /\d/.test(sentence) &&
      /\d/.test(next.sentence)
    ) {
      const joined = `${sentence.replace(/[.!?]$/, "")}, and ${next.sentence}`;
      add("splice", stated, joined, [next.passage]);
    }
  }
  return mutants;
}

/** Returns the area under the ROC curve: how often a supported answer scores higher than an unsupported one. */
export function areaUnderCurve(
  supported: readonly number[],
  unsupported: readonly number[],
): number {
  let wins = 0;
  for (const good of supported) {
    for (const bad of unsupported) wins += good > bad ? 1 : good === bad ? 0.5 : 0;
  }
  return wins / (supported.length * unsupported.length);
}
