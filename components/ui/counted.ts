import { formatCount } from "@/lib/text/mod.ts";

/** Formats a number with its noun: "1 question", "12 questions", "3 categories". */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** Formats how many of all match: "3 of 12 questions", or "12 questions" where all of them do. */
export function countedOf(matching: number, all: number, noun: string): string {
  return matching === all
    ? counted(all, noun)
    : `${formatCount(matching)} of ${counted(all, noun)}`;
}

/** Returns the plural of a regular noun: "questions", "categories". */
export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
