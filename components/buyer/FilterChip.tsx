import type { JSX } from "preact";
import { Icon } from "../ui/Icon.tsx";

/** An active filter of a list, as a list item with a link that removes it. */
export function FilterChip({ href, label }: { href: string; label: string }): JSX.Element {
  return (
    <li>
      <a
        href={href}
        class="tap inline-flex min-h-8 items-center gap-1.5 rounded-sm border border-accent px-2.5 text-sm text-accent hover:bg-accent-soft"
      >
        <span>
          <span class="sr-only">Remove the filter</span> {label}
        </span>
        <Icon name="cross" class="size-3.5" />
      </a>
    </li>
  );
}
