import type { JSX } from "preact";
import { ButtonLink } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";

/** Replaces a page that needs a catalog while the catalog is still empty. */
export function EmptyCatalog({ page, title }: {
  /** The heading of the page, where it has no other. */
  page?: string;
  title: string;
}): JSX.Element {
  return (
    <>
      {page && <PageHeader title={page} />}
      <EmptyState title={title} actions={<ButtonLink href="/">Start page</ButtonLink>}>
        <p>Our catalog is still being filled. Please come back soon.</p>
      </EmptyState>
    </>
  );
}
