import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

/** A list item as a box with a hairline border. It has no padding, so that pictures can reach its edges. */
export function Card({ id, class: className, children }: {
  id?: string | undefined;
  class: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <li id={id} class={classNames("border border-line bg-surface-raised", className)}>
      {children}
    </li>
  );
}

/** A link in a `group` with a position. The whole group is its click target and underlines it. */
export function CardLink({ href, children }: { href: string; children: string }): JSX.Element {
  return (
    <a
      href={href}
      class="underline decoration-transparent decoration-1 underline-offset-[0.2em] whole-card group-hover:decoration-current"
    >
      {children}
    </a>
  );
}
