import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

interface CardProps {
  /** `article` when it makes sense on its own, `li` inside a list. */
  as?: "div" | "article" | "section" | "li";
  class?: string | undefined;
  children: ComponentChildren;
}

/** A sheet of paper: a hairline and nothing else. Pad what is inside, so pictures may bleed. */
export function Card({ as: Element = "div", class: className, children }: CardProps): JSX.Element {
  return (
    <Element class={classNames("border border-line bg-surface-raised", className)}>
      {children}
    </Element>
  );
}
