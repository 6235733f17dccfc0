import type { JSX } from "preact";
import { Icon } from "./Icon.tsx";

interface Crumb {
  label: string;
  href: string;
}

/** The parents of a page, outermost first. The page itself is left out, because its heading names it. */
export function Breadcrumb({ trail }: { trail: readonly Crumb[] }): JSX.Element {
  return (
    <nav aria-label="Breadcrumb" class="print:hidden">
      <ol class="flex flex-wrap items-center text-sm text-muted">
        {trail.map(({ label, href }, index) => (
          <li key={href} class="flex min-w-0 items-center">
            {index > 0 && <Icon name="chevron" class="mx-1 size-3.5 flex-none" />}
            <a
              href={href}
              class="plain-link inline-block min-w-0 py-1 wrap-anywhere hover:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
