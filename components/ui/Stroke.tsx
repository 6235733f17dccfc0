import type { JSX } from "preact";
import { classNames } from "./class_names.ts";

/** The icons of the wizard. They are defined here, so that its page need not load every icon. */
export const ARROW_LEFT = "M16 10H4M9 5l-5 5 5 5";
export const CHEVRON = "M8 5l5 5-5 5";

/** Draws one icon path on a 20-unit grid. Screen readers skip it, because text stands beside it. */
export function Stroke(
  { path, class: className }: { path: string; class?: string | undefined },
): JSX.Element {
  return (
    <svg
      class={classNames("icon", className ?? "size-5")}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
