/** Values that all rows of a page share: they are stated once above the rows, so that the rows show what differs. */
import type { JSX } from "preact";

/**
 * Returns the text that all rows share, such as one name in a column.
 *
 * @param textOf The text of a row; empty for no value.
 * @returns The shared text; null when rows differ, or when there are fewer than two rows.
 */
export function sameInAll<T>(rows: readonly T[], textOf: (row: T) => string): string | null {
  const [first, second] = rows;
  if (first === undefined || second === undefined) return null;
  const text = textOf(first);
  return rows.every((row) => textOf(row) === text) ? text : null;
}

/** States the shared values once: "On this page: all by ada@example.com." Nothing when no value is shared. */
export function SameInAll(
  { parts }: { parts: readonly (string | false | null)[] },
): JSX.Element | null {
  const said = parts.filter((part) => typeof part === "string" && part !== "");
  if (said.length === 0) return null;
  return <p class="pb-2 text-sm text-muted wrap-anywhere">On this page: {said.join("; ")}.</p>;
}
