import type { JSX } from "preact";
import { ButtonLink } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** Replaces a page that needs a catalog while the catalog is still empty. */
export function EmptyCatalog({ title }: { title: string }): JSX.Element {
  return (
    <EmptyState title={title} actions={<ButtonLink href="/">Start page</ButtonLink>}>
      <p>Our catalog is still being filled. Please come back soon.</p>
    </EmptyState>
  );
}
