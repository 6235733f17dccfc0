/** What cells of lists show. */
import type { ComponentChildren, ComponentProps, JSX } from "preact";
import { Picture } from "../../ui/Picture.tsx";
import { RecordId } from "../AdminHeader.tsx";
import { StatusBadge, statusOf } from "../records.tsx";
import type { ListColumn } from "./define.ts";

interface RecordLinkProps {
  /** The page of the record. */
  href: string;
  id: string;
  children: ComponentChildren;
}

/** A record's name, which leads to it, and its id. */
export function RecordLink({ href, id, children }: RecordLinkProps): JSX.Element {
  return (
    <>
      <a href={href} class="text-link">{children}</a> <RecordId>{id}</RecordId>
    </>
  );
}

/** Text that says less than the others of its column. */
export function Muted({ children }: { children: ComponentChildren }): JSX.Element {
  return <span class="text-muted">{children}</span>;
}

interface PicturedProps {
  /** Null leaves its place empty, so that the names of a list stay in line. */
  picture: ComponentProps<typeof Picture>["item"] | null;
  children: ComponentChildren;
}

/** A record's name beside the picture that stands for it. */
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

/** The column that says which records are not live; it is there only where one of the page is not. */
export function statusColumn<T>(
  recordOf: (row: T) => Parameters<typeof statusOf>[0],
): ListColumn<T> {
  const notLive = (row: T) => statusOf(recordOf(row)) !== "live";
  return {
    id: "status",
    label: "Status",
    isShown: (rows) => rows.some(notLive),
    cell: (row) => notLive(row) && <StatusBadge status={statusOf(recordOf(row))} />,
  };
}
