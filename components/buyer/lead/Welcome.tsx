import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";

/** Greets a recognised visitor (spec §4.3). */
export function Welcome({ firstName, class: className }: {
  /** First name in the CRM; null where it has none. */
  firstName: string | null;
  class?: string;
}): JSX.Element {
  return (
    <p class={classNames("text-muted", className)}>
      Welcome back{firstName === null ? "" : `, ${firstName}`}.
    </p>
  );
}
