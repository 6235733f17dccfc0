import type { ComponentChildren, JSX } from "preact";
import { formatCount } from "@/lib/text/mod.ts";

interface BlockProps {
  /** Id of the heading. With it, the block is a landmark. */
  id?: string;
  title: ComponentChildren;
  /** After the title, in brackets. */
  count?: ComponentChildren;
  /** Below the title. */
  lead?: ComponentChildren;
  /** Beside the title. */
  action?: ComponentChildren;
  class?: string;
  children?: ComponentChildren;
}

/** A part of a page, with a heading. */
export function Block(
  { id, title, count, lead, action, class: className, children }: BlockProps,
): JSX.Element {
  return (
    <section aria-labelledby={id} class={className}>
      <div class="mb-1 flex items-baseline justify-between gap-4">
        <h2 id={id} class="text-base font-medium">
          {title}
          {count !== undefined && (
            <>
              {" "}
              <span class="font-normal text-muted">
                ({typeof count === "number" ? formatCount(count) : count})
              </span>
            </>
          )}
        </h2>
        {action}
      </div>
      {lead && <p class="mb-2 max-w-text text-sm text-muted">{lead}</p>}
      {children}
    </section>
  );
}
