import type { JSX } from "preact";
import { ButtonLink } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** Stands where a page needs a catalog and there is none yet, as before staff have filled it. */
export function EmptyCatalog({ title }: { title: string }): JSX.Element {
  return (
    <EmptyState title={title} actions={<ButtonLink href="/">Start page</ButtonLink>}>
      <p>Our catalog is still being filled. Please come back soon.</p>
    </EmptyState>
  );
}
