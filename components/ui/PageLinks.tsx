import type { JSX } from "preact";
import { ButtonLink } from "./Button.tsx";

/** Links to the previous and the next page of a list. */
export function PageLinks({ label, page, pages, hrefOf }: {
  /** Accessible name, such as "Pages of systems". */
  label: string;
  /** The current page, from 1. */
  page: number;
  /** Number of pages; nothing renders for a single page. */
  pages: number;
  /** Returns the address of a page, as a query without a path: the framework marks links by their path as current. */
  hrefOf: (page: number) => string;
}): JSX.Element | null {
  if (pages <= 1) return null;
  const link = (to: number, rel: "prev" | "next", text: string) => (
    <ButtonLink href={hrefOf(to)} rel={rel} variant="secondary">{text}</ButtonLink>
  );
  return (
    <nav
      aria-label={label}
      class="mt-10 flex items-center justify-between gap-6 border-t border-line pt-5 print:hidden"
    >
      {page > 1 ? link(page - 1, "prev", "Previous page") : <span />}
      <p class="text-sm text-muted tabular-nums">{page} of {pages}</p>
      {page < pages ? link(page + 1, "next", "Next page") : <span />}
    </nav>
  );
}
