import type { ComponentChildren, JSX } from "preact";

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ComponentChildren }): JSX.Element {
  return <span class="sr-only">{children}</span>;
}
