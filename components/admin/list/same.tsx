/** What all rows of a page say alike: it is said once above them, so that rows show what sets them apart. */
import type { JSX } from "preact";

/**
 * What all rows show alike, such as one name in a column.
 *
 * @param textOf What a row shows; empty where it shows nothing.
 * @returns The text; null where rows differ, and where there are fewer than two to compare.
 */
export function sameInAll<T>(rows: readonly T[], textOf: (row: T) => string): string | null {
  const [first, second] = rows;
  if (first === undefined || second === undefined) return null;
  const text = textOf(first);
  return rows.every((row) => textOf(row) === text) ? text : null;
}

/** Says once what left the rows: "On this page: all by ada@example.com." Nothing where rows differ in all. */
export function SameInAll(
  { parts }: { parts: readonly (string | false | null)[] },
): JSX.Element | null {
  const said = parts.filter((part) => typeof part === "string" && part !== "");
  if (said.length === 0) return null;
  return <p class="pb-2 text-sm text-muted wrap-anywhere">On this page: {said.join("; ")}.</p>;
}
