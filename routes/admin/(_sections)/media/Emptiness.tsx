import type { JSX } from "preact";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { mediaHref } from "@/components/hrefs/admin.ts";
import { atOffset, narrowed, type Screen, unfiltered } from "./screen.ts";
import { QUEUE_DONE } from "./labels.ts";
import type { ScreenData } from "./load.ts";

/** The empty state of the list: why it is empty, and the next step. */
export function Emptiness({ data: { screen, total } }: { data: ScreenData }): JSX.Element {
  const { coverage } = screen.query;
  if (total > 0) {
    return (
      <EmptyState
        title="The list ends before this page"
        actions={<Way href={atOffset(screen, 0)}>First page</Way>}
      >
        <p>Some of it may have been deleted, or no longer matches.</p>
      </EmptyState>
    );
  }
  if (coverage !== undefined && isQueueAlone(screen)) {
    const { title, text } = QUEUE_DONE[coverage];
    return (
      <EmptyState
        title={title}
        actions={<Way href={narrowed(screen, { coverage: null })}>All pictures</Way>}
      >
        <p>{text}</p>
      </EmptyState>
    );
  }
  if (isFiltered(screen)) {
    return (
      <EmptyState
        title="No picture matches"
        actions={<Way href={unfiltered(screen)}>Clear filters</Way>}
      >
        <p>Try fewer words, or take a filter away.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No pictures yet"
      actions={<ButtonLink size="small" href={`${mediaHref()}/upload`}>Upload</ButtonLink>}
    >
      <p>
        Systems, answers, pages and projects show pictures and videos of the library. Upload the
        first ones; tags then say what they show.
      </p>
    </EmptyState>
  );
}

function Way({ href, children }: { href: string; children: string }): JSX.Element {
  return <ButtonLink variant="secondary" size="small" href={href}>{children}</ButtonLink>;
}

/** Whether any filter is set. */
export function isFiltered({ query }: Pick<Screen, "query">): boolean {
  return query.coverage !== undefined || !isQueueAlone({ query });
}

function isQueueAlone({ query: { q, source, type, usage, tag } }: Pick<Screen, "query">): boolean {
  return [q, source, type, usage, tag].every((each) => each === undefined);
}
