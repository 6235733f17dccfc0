/** Rows of links that belong to a list. */
import type { JSX } from "preact";
import { classNames } from "../../ui/class_names.ts";

interface QuickLinksProps {
  /** Accessible name. */
  label: string;
  links: readonly { readonly label: string; readonly href: string; readonly current: boolean }[];
}

/** Links to common states of a page, such as periods or filters. The current one is bold. */
export function QuickLinks({ label, links }: QuickLinksProps): JSX.Element {
  return (
    <nav aria-label={label} class="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {links.map(({ label, href, current }) => (
        <a
          key={href}
          href={href}
          class={classNames("py-0.5", current ? "font-medium" : "text-link")}
          aria-current={current ? "true" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
