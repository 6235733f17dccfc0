const MOST_NAMED = 5;

/** Lists the names of records for a sentence, at most five: `“A”, “B” and 3 more`. */
export function named(records: readonly { readonly name: string }[]): string {
  const shown = records.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`);
  const more = records.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
