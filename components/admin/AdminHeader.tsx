import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../ui/Icon.tsx";

interface Crumb {
  label: string;
  href: string;
}

interface AdminHeaderProps {
  title: ComponentChildren;
  /** One sentence: what the page is for, or what the record does. */
  lead?: ComponentChildren;
  /** The pages above this one, outermost first; excludes this page and the overview. */
  trail?: readonly Crumb[];
  /** Badges beside the title. */
  badges?: ComponentChildren;
  /** Id of the record, shown beside the badges. */
  id?: string | undefined;
  /** Buttons and links beside the title. */
  actions?: ComponentChildren;
}

/** The head of an admin page: breadcrumb, the one `h1`, lead and actions. */
export function AdminHeader(props: AdminHeaderProps): JSX.Element {
  const { title, lead, trail = [], badges, id, actions } = props;
  return (
    <header class="mb-6">
      {trail.length > 0 && <Breadcrumb trail={trail} />}
      <div class="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div class="min-w-0 sm:flex-1 sm:basis-80">
          <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 class="text-xl font-medium wrap-anywhere">{title}</h1>
            {badges}
            {id !== undefined && <RecordId>{id}</RecordId>}
          </div>
          {lead && <p class="mt-1 max-w-text text-sm text-muted">{lead}</p>}
        </div>
        {actions && <div class="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
    </header>
  );
}

/** The parents of a page, outermost first. The page itself is left out, because its heading names it. */
function Breadcrumb({ trail }: { trail: readonly Crumb[] }): JSX.Element {
  return (
    <nav aria-label="Breadcrumb" class="print:hidden">
      <ol class="flex flex-wrap items-center text-sm text-muted">
        {trail.map(({ label, href }, index) => (
          <li key={href} class="flex min-w-0 items-center">
            {index > 0 && <Icon name="chevron" class="mx-1 size-3.5 flex-none" />}
            <a
              href={href}
              aria-current={false}
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

/** The id of a record, in monospace. */
export function RecordId({ children }: { children: string }): JSX.Element {
  return <code class="font-mono text-xs wrap-anywhere text-muted">{children}</code>;
}
