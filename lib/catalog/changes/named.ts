const MOST_NAMED = 5;

/** Names records in a sentence: `“A”, “B” and 3 more`. */
export function named(records: readonly { readonly name: string }[]): string {
  const shown = records.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`);
  const more = records.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
