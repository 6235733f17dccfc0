import type { ComponentChildren, JSX } from "preact";
import { Breadcrumb } from "../ui/Breadcrumb.tsx";

interface AdminHeaderProps {
  title: ComponentChildren;
  /** One sentence: what the page is for, or what the record does. */
  lead?: ComponentChildren;
  /** The pages above this one, outermost first; excludes this page and the overview. */
  trail?: readonly { label: string; href: string }[];
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

/** The id of a record, in monospace. */
export function RecordId({ children }: { children: string }): JSX.Element {
  return <code class="font-mono text-xs wrap-anywhere text-muted">{children}</code>;
}
