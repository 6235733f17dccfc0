/** What is said of the length of an alternative text while it is typed; `good` is the most that is easy to listen to. */
export function describeAltText(length: number, good: number): string {
  if (length === 0) return `None yet; aim for up to ${good} characters.`;
  return `${length} of ${good} characters${length > good ? ": long to listen to." : "."}`;
}
