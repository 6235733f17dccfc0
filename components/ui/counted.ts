/** Formats a number with its noun: "1 question", "12 questions", "3 categories". */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** Returns the plural of a regular noun: "questions", "categories". */
export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
