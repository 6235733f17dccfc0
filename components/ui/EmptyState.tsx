import type { ComponentChildren, JSX } from "preact";

/** Explains why there is nothing to show and what to do next. */
export function EmptyState({ title, level = 2, children, actions }: {
  title: string;
  /** Heading level that fits the page outline. */
  level?: 2 | 3;
  /** Why there is nothing here. */
  children: ComponentChildren;
  /** Links to what the reader can do next, most helpful first. */
  actions?: ComponentChildren;
}): JSX.Element {
  const Heading = `h${level}` as const;
  return (
    <section class="border-t border-line py-12 sm:py-16">
      <Heading class="text-2xl">{title}</Heading>
      <div class="mt-3 max-w-text text-muted">{children}</div>
      {actions && <div class="mt-7 flex flex-wrap items-center gap-3">{actions}</div>}
    </section>
  );
}
