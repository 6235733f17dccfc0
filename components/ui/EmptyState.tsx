import type { ComponentChildren, JSX } from "preact";

/** Explains why there is nothing to show and what to do next. */
export function EmptyState({ title, children, actions }: {
  title: string;
  /** Why there is nothing here. */
  children: ComponentChildren;
  /** Links to what the reader can do next, most helpful first. */
  actions?: ComponentChildren;
}): JSX.Element {
  return (
    <section class="border-y border-line py-12 sm:py-16">
      <h2 class="text-2xl">{title}</h2>
      <div class="mt-3 max-w-text text-muted">{children}</div>
      {actions && <div class="mt-7 flex flex-wrap items-center gap-3">{actions}</div>}
    </section>
  );
}
