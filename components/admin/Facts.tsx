/** Facts about a record, as a description list. */
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "../ui/class_names.ts";

interface FactsProps {
  class?: string;
  /** {@linkcode Fact}s. */
  children: ComponentChildren;
}

/** A list of facts, a row each. */
export function Facts({ class: name, children }: FactsProps): JSX.Element {
  return <dl class={classNames("facts", name)}>{children}</dl>;
}

interface FactProps {
  term: string;
  /** Id of the row, as the target of links. */
  id?: string;
  children: ComponentChildren;
}

/** A fact: its name and its value. */
export function Fact({ term, id, children }: FactProps): JSX.Element {
  return (
    <div id={id}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
