import type { JSX } from "preact";
import { classNames } from "../../ui/class_names.ts";

interface WelcomeProps {
  /** Whom the CRM knows the visitor as; null where it knows no name. */
  firstName: string | null;
  class?: string;
}

/** Greets a visitor who is known (spec §4.3). */
export function Welcome({ firstName, class: className }: WelcomeProps): JSX.Element {
  return (
    <p class={classNames("text-muted", className)}>
      Welcome back{firstName === null ? "" : `, ${firstName}`}.
    </p>
  );
}
