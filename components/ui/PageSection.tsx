import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

/** A section of a buyer page: a rule across the page, an `h2`, an optional link beside it, and the content. */
export function PageSection({ id, title, link, class: className, children }: {
  /** Id of the heading, for links to it. It must be unique on the page. */
  id: string;
  title: ComponentChildren;
  /** A link beside the heading. */
  link?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section
      aria-labelledby={id}
      class={classNames("mt-16 border-t border-ink pt-6 sm:mt-20", className)}
    >
      <SectionHead id={id} title={title} link={link} />
      {children}
    </section>
  );
}

/** The heading of a section, with an optional link or control beside it. */
export function SectionHead({ id, title, link }: {
  id: string;
  title: ComponentChildren;
  link?: ComponentChildren;
}): JSX.Element {
  const heading = <h2 id={id} class="text-2xl">{title}</h2>;
  if (!link) return heading;
  return (
    <div class="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
      {heading}
      {link}
    </div>
  );
}
