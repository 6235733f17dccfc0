import type { JSX } from "preact";
import { classNames } from "./class_names.ts";

/** Number of steps drawn by default. A tier above it gets a ladder as high as itself. */
const LADDER_STEPS = 4;

/** The budget tier as a rising ladder with its label. Renders nothing for a system without a tier. */
export function TierBadge({ label, ordinal, steps = LADDER_STEPS, class: className }: {
  label: string | null;
  /** Position on the budget ladder, from 1 for the cheapest. Without it, only the label shows. */
  ordinal: number | null;
  steps?: number | undefined;
  /** Replaces the default text size. */
  class?: string | undefined;
}): JSX.Element | null {
  if (label === null) return null;
  return (
    <span class={classNames("inline-flex max-w-full items-center gap-2", className ?? "text-sm")}>
      {ordinal !== null && <TierLadder ordinal={ordinal} steps={Math.max(steps, ordinal)} />}
      <span class="min-w-0 self-baseline wrap-anywhere">
        <span class="sr-only">Budget:</span> {label}
      </span>
    </span>
  );
}

function TierLadder({ ordinal, steps }: { ordinal: number; steps: number }): JSX.Element {
  const places = Array.from({ length: steps }, (_, index) => index + 1);
  return (
    <svg
      class="h-4 w-auto flex-none"
      viewBox={`0 0 ${steps * 6 - 2} 16`}
      aria-hidden="true"
    >
      {places.map((place) => {
        const height = Math.round(4 + (12 * place) / steps);
        return (
          <rect
            key={place}
            x={(place - 1) * 6 + 0.5}
            y={15.5 - height + 0.5}
            width="3"
            height={height - 1}
            fill={place <= ordinal ? "currentColor" : "none"}
            stroke="currentColor"
            stroke-width="1"
            stroke-opacity={place <= ordinal ? 1 : 0.55}
          />
        );
      })}
    </svg>
  );
}
