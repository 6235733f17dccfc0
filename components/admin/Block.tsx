import type { ComponentChildren, JSX } from "preact";

interface BlockProps {
  title: string;
  /** Beside the title. */
  action?: ComponentChildren;
  children: ComponentChildren;
}

/** A part of a page, with a heading. */
export function Block({ title, action, children }: BlockProps): JSX.Element {
  return (
    <section>
      <div class="mb-1 flex items-baseline justify-between gap-4">
        <h2 class="text-base font-medium">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
