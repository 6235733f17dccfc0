import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";
import { Icon } from "./Icon.tsx";

/** A collapsible section, expanded in print. It is a native `details` element, so it needs no script. */
export function Disclosure({ summary, open, class: className, children }: {
  summary: ComponentChildren;
  open?: boolean;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <details class={classNames("disclosure", className)} open={open ?? false}>
      <summary>
        <Icon name="chevron" class="size-4" />
        <span class="disclosure-label">{summary}</span>
      </summary>
      <div class="pb-4 ps-6.5">{children}</div>
    </details>
  );
}
