/** Time for one picture, in seconds, on a busy embedded database; a server takes a third of it. */
const SECONDS_EACH = 0.004;
/** Nobody waits long for fewer pictures. */
const FEW = 500;

/** Describes how long a change of so many pictures takes, and that nobody must wait for it; null for a few. */
export function waitNote(count: number): string | null {
  if (count <= FEW) return null;
  const seconds = Math.ceil(count * SECONDS_EACH / 5) * 5;
  return `It takes up to ${seconds} seconds. All change together, also if you leave this page.`;
}
