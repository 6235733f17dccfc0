/** Parts for the cells of lists. */
import type { ComponentChildren, ComponentProps, JSX } from "preact";
import { type AdminSection, recordHref } from "@/components/hrefs/admin.ts";
import { Picture } from "@/components/ui/Picture.tsx";
import { RecordId } from "../AdminHeader.tsx";
import { type RecordStatus, StatusBadge, statusOf } from "../records.tsx";
import type { ListColumn, ListFilter } from "./define.ts";

/** A link to a record by its name, and its id. */
export function RecordLink(
  { of, id, name }: { of: AdminSection; id: string; name: string },
): JSX.Element {
  return (
    <>
      <a href={recordHref(of, id)} class="text-link">{name}</a> <RecordId>{id}</RecordId>
    </>
  );
}

/** Secondary text in a cell. */
export function Muted({ children }: { children: ComponentChildren }): JSX.Element {
  return <span class="text-muted">{children}</span>;
}

interface PicturedProps {
  /** Null leaves an empty box, so that the names of a list stay aligned. */
  picture: ComponentProps<typeof Picture>["item"] | null;
  children: ComponentChildren;
}

/** A record's name beside its picture. */
export function Pictured({ picture, children }: PicturedProps): JSX.Element {
  return (
    <span class="flex items-start gap-3">
      <span class="block aspect-4/3 w-14 shrink-0 bg-surface-sunken max-md:hidden">
        {picture && <Picture item={picture} shape="4:3" sizes="3.5rem" decorative />}
      </span>
      <span>{children}</span>
    </span>
  );
}

/** The status column. It shows badges for records that are not live, and is left out when all of the page are. */
export function statusColumn<T>(
  recordOf: (row: T) => Parameters<typeof statusOf>[0],
): ListColumn<T> {
  const notLive = (row: T) => statusOf(recordOf(row)) !== "live";
  return {
    id: "status",
    label: "Status",
    isShown: (rows) => rows.some(notLive),
    text: (row) => statusOf(recordOf(row)),
    cell: (row) => notLive(row) && <StatusBadge status={statusOf(recordOf(row))} />,
  };
}

/** A choice of the status filter. Empty, the default, shows every record that is not retired. */
type StatusChoice = "" | RecordStatus | "all";

/** Returns the filter by status, with the label of each choice that it offers. */
export function statusFilter(
  labels: Readonly<Partial<Record<StatusChoice, string>>>,
): Required<Pick<ListFilter, "name" | "label" | "options">> {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return { name: "status", label: "Status", options };
}

/** Returns whether a record is shown for a choice of the status filter. */
export function hasStatus(record: Parameters<typeof statusOf>[0], choice: string): boolean {
  if (choice === "all") return true;
  return choice === "" ? !record.retired : statusOf(record) === choice;
}
