/** What cells of lists show. */
import type { ComponentChildren, JSX } from "preact";
import { RecordId } from "../AdminHeader.tsx";

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
