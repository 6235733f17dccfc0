import type { ComponentChildren, JSX } from "preact";

/** Words for people who listen to the page and do not see what the layout shows. */
export function VisuallyHidden({ children }: { children: ComponentChildren }): JSX.Element {
  return <span class="sr-only">{children}</span>;
}
