import type { JSX } from "preact";

/** The product name beside its logo: a wall in plan, half closed and half folded. */
export function Wordmark({ caption = "Guided selection" }: { caption?: string }): JSX.Element {
  return (
    <span class="inline-flex items-center gap-3">
      <svg
        class="size-8 flex-none"
        viewBox="0 0 32 32"
        fill="none"
        stroke-width="2"
        aria-hidden="true"
      >
        <path d="M1 23h13" stroke="currentColor" />
        <path d="M14 23l6-16 6 16" class="stroke-accent" stroke-linejoin="bevel" />
        <path d="M30 17v12" stroke="currentColor" />
      </svg>
      <span class="leading-tight">
        <span class="block font-semibold tracking-tight">Movable Walls</span>
        <span class="block text-xs text-muted">{caption}</span>
      </span>
    </span>
  );
}
