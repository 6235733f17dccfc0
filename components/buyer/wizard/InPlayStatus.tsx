import type { JSX } from "preact";

/** The number of systems still in play, announced when it changes. Its layout does not depend on the number. */
export function InPlayStatus({ count, total }: { count: number; total: number }): JSX.Element {
  return (
    <p role="status" class="mt-6 text-sm">
      <strong class="font-semibold tabular-nums">{count} of {total} systems</strong> still in play
    </p>
  );
}
