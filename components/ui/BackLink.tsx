import type { JSX } from "preact";
import { ARROW_LEFT, Stroke } from "./Stroke.tsx";

/** The link to the previous step, or to the list that a page belongs to, at the top left of the page. */
export function BackLink({ href, children = "Back" }: {
  href: string;
  children?: string;
}): JSX.Element {
  return (
    // A link to a page above this one is not the current page, although the framework marks it as one.
    <a href={href} aria-current={false} class="back-link">
      <Stroke path={ARROW_LEFT} class="size-4" />
      {children}
    </a>
  );
}
