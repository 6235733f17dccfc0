import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

/** A box with a hairline border. It has no padding, so that pictures can reach its edges: pad the content. */
export function Card({ as: Element = "div", id, class: className, children }: {
  /** `article` when it makes sense on its own, `li` inside a list. */
  as?: "div" | "article" | "section" | "li";
  id?: string | undefined;
  class?: string | undefined;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <Element id={id} class={classNames("border border-line bg-surface-raised", className)}>
      {children}
    </Element>
  );
}
