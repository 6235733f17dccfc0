import type { JSX } from "preact";

/** How many systems are left, spoken when it changes. Its width never moves what stands around it. */
export function InPlayStatus({ count, total }: { count: number; total: number }): JSX.Element {
  return (
    <p role="status" class="mt-6 text-sm">
      <strong class="font-semibold tabular-nums">{count} of {total} systems</strong> still in play
    </p>
  );
}
