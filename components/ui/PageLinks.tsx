import type { JSX } from "preact";
import { ButtonLink } from "./Button.tsx";

const NUMBER = "inline-flex min-h-11 min-w-8 items-center justify-center px-1.5";

/** Links to the pages of a list: the previous, the next, the first, the last and those around the current one. */
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
      class="mt-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-5 print:hidden"
    >
      {page > 1 ? link(page - 1, "prev", "Previous page") : <span />}
      <ol class="order-last flex w-full flex-wrap justify-center gap-x-1 text-sm tabular-nums sm:order-none sm:w-auto">
        {numbersAround(page, pages).map((number) => (
          <li key={number}>
            {number === page
              ? (
                <span aria-current="page" class={`${NUMBER} font-semibold`}>
                  <span class="sr-only">Page</span> {number}
                  <span class="font-normal text-muted">&nbsp;of {pages}</span>
                </span>
              )
              : (
                <a href={hrefOf(number)} class={`${NUMBER} text-link`}>
                  <span class="sr-only">Page</span> {number}
                </a>
              )}
          </li>
        ))}
      </ol>
      {page < pages ? link(page + 1, "next", "Next page") : <span />}
    </nav>
  );
}

/** Returns the first page, the current one with its neighbours, the last, and those halfway in long lists. */
function numbersAround(page: number, pages: number): number[] {
  const around = [1, Math.round((1 + page) / 2), page - 1, page, page + 1];
  const numbers = new Set([...around, Math.round((page + pages) / 2), pages]);
  return [...numbers].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
}
