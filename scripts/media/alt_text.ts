/** Describes the length of an alternative text. `good` is the longest that is comfortable in a screen reader. */
export function describeAltText(length: number, good: number): string {
  if (length === 0) return `None yet; aim for up to ${good} characters.`;
  return `${length} of ${good} characters${length > good ? ": long to listen to." : "."}`;
}
