/** Rows of links that belong to a list or a report. */
import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { withQuery } from "../list_query.ts";

interface QuickLinksProps {
  /** Accessible name. */
  label: string;
  links: readonly { readonly label: string; readonly href: string; readonly current: boolean }[];
}

/** Links to common states of a page, such as periods or filters. The current one is bold. */
export function QuickLinks({ label, links }: QuickLinksProps): JSX.Element {
  return (
    <nav aria-label={label} class="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm print:hidden">
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

interface TabsProps {
  /** Accessible name. */
  label: string;
  tabs: readonly {
    readonly label: string;
    readonly href: string;
    /** After the label, such as a count. */
    readonly note?: string | number;
    readonly current?: boolean;
  }[];
}

/**
 * Links to the parts or states of a page. Those of states consist of the query only, because the framework marks links
 * to the current path as current.
 */
export function Tabs({ label, tabs }: TabsProps): JSX.Element {
  return (
    <nav aria-label={label} class="tabs">
      {tabs.map(({ label, href, note, current }) => (
        <a key={href} href={href} aria-current={current ? "true" : undefined}>
          {label}
          {note !== undefined && (
            <>
              {" "}
              <span class="whitespace-nowrap text-muted tabular-nums">
                {typeof note === "number" ? formatCount(note) : note}
              </span>
            </>
          )}
        </a>
      ))}
    </nav>
  );
}

interface CsvLinkProps {
  href: string;
  /** How the file differs from the list, such as "the latest first". */
  note?: string | undefined;
}

/** The link from a list to its CSV file. */
export function CsvLink({ href, note }: CsvLinkProps): JSX.Element {
  return (
    <a class="text-link py-0.5 print:hidden" href={href} download>
      Export CSV{note && `, ${note}`}
    </a>
  );
}

interface ExportLinksProps {
  /** Names the exported rows. */
  label: string;
  /** Address of the page. */
  page: string;
  /** Query of the page, which the export takes too. */
  query: URLSearchParams;
  /** Label by value of `format`. */
  formats: Readonly<Record<string, string>>;
}

/** Links to the exports of a page, one for each format. */
export function ExportLinks({ label, page, query, formats }: ExportLinksProps): JSX.Element {
  return (
    <p class="flex flex-wrap items-baseline gap-x-4 text-sm print:hidden">
      <span class="text-muted">{label}:</span>
      {Object.entries(formats).map(([format, name]) => (
        <a
          key={format}
          href={`${page}/export${withQuery(query, { format })}`}
          class="text-link py-0.5"
          download
        >
          {name}
        </a>
      ))}
    </p>
  );
}
