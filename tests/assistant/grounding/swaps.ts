/** Makes answers in which two figures of one passage are swapped. */
import type { GroundingPassage } from "@/lib/assistant/mod.ts";
import { type Figure, figuresOf, sameFigure } from "@/lib/assistant/grounding/figures.ts";
import { splitSentences } from "@/lib/assistant/grounding/sentences.ts";

interface Stated {
  readonly sentence: string;
  readonly passage: GroundingPassage;
}

/** An answer that states a wrong figure of its passage, and the passage. */
interface Swapped {
  readonly made: string;
  readonly text: string;
  readonly passages: readonly GroundingPassage[];
}

function alike(a: Figure, b: Figure): boolean {
  return a.dimension === b.dimension && a.measure?.factor === b.measure?.factor &&
    !sameFigure(a, b);
}

/** Returns the number of a figure as written, without its unit; null for a number in words. */
function numberIn(text: string, { start, end }: Figure): string | null {
  return /^\d[\d.,]*(?:\/\d+)?/.exec(text.slice(start, end))?.[0] ?? null;
}

function put(text: string, figure: Figure, other: string): string {
  const own = numberIn(text, figure) ?? "";
  return text.slice(0, figure.start) + other + text.slice(figure.start + own.length);
}

/** Returns each sentence with two of its figures swapped, and with a figure of another sentence of its passage. */
export function swapsOf(stated: readonly Stated[]): Swapped[] {
  return stated.flatMap(({ sentence, passage }) => {
    const own = figuresOf(sentence);
    const swaps: Swapped[] = [];
    const add = (made: string, text: string) => {
      if (!passage.text.includes(text)) swaps.push({ made, text, passages: [passage] });
    };
    for (const [at, first] of own.entries()) {
      const second = own.slice(at + 1).find((other) => alike(first, other));
      const [one, two] = [first, second].map((figure) => figure && numberIn(sentence, figure));
      if (second === undefined || !one || !two) continue;
      add("swapped in a sentence", put(put(sentence, second, one), first, two));
    }
    const others = splitSentences(passage.text)
      .map(({ start, end }) => passage.text.slice(start, end))
      .filter((other) => other !== sentence && !other.includes("|"))
      .flatMap((other) =>
        figuresOf(other).map((figure) => [figure, numberIn(other, figure)] as const)
      );
    for (const figure of own) {
      const rival = others.find(([other]) =>
        alike(figure, other) && !own.some((mine) => sameFigure(mine, other))
      );
      if (numberIn(sentence, figure) && rival?.[1]) {
        add("taken from another sentence", put(sentence, figure, rival[1]));
      }
    }
    return swaps;
  });
}
