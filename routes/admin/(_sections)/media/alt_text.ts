/** Recommended maximum length of an alt text, in characters: longer texts tire listeners. */
const GOOD = 150;

/** Describes the length of an alternative text. Pure; the browser and the server share it. */
export function describeAltText(length: number): string {
  if (length === 0) return `None yet; aim for up to ${GOOD} characters.`;
  return `${length} of ${GOOD} characters${length > GOOD ? ": long to listen to." : "."}`;
}
