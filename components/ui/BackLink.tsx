import type { JSX } from "preact";
import { ARROW_LEFT, Stroke } from "./Stroke.tsx";

/** The link to the previous step, or to the list that a page belongs to, at the top left of the page. */
export function BackLink({ href, children = "Back" }: {
  href: string;
  children?: string;
}): JSX.Element {
  return (
    <a
      href={href}
      class="back-link"
    >
      <Stroke path={ARROW_LEFT} class="size-4" />
      {children}
    </a>
  );
}
