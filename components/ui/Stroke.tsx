import type { JSX } from "preact";
import { classNames } from "./class_names.ts";

/** The arrow of the way back. It stands here so that pages with a script do not load every icon for it. */
export const ARROW_LEFT = "M16 10H4M9 5l-5 5 5 5";

/** One stroke on a 20-unit grid, as icons are drawn; silent, for words stand beside it. */
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
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
