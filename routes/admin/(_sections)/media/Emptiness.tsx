import type { JSX } from "preact";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { uploadHref } from "@/components/hrefs/admin.ts";
import { narrowed, unfiltered } from "./screen.ts";
import { activeFilters } from "./Summary.tsx";
import { QUEUE_DONE } from "./labels.ts";
import type { ScreenData } from "./load.ts";

/** The empty state of the list: why it is empty, and the next step. */
export function Emptiness({ data }: { data: ScreenData }): JSX.Element {
  const { title, text, next, href } = emptinessOf(data);
  return (
    <EmptyState
      title={title}
      actions={
        <ButtonLink variant={href === uploadHref() ? "primary" : "secondary"} href={href}>
          {next}
        </ButtonLink>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}

function emptinessOf(data: ScreenData) {
  const { screen, total } = data;
  const { coverage } = screen.query;
  const filters = activeFilters(data);
  if (total > 0) {
    return {
      title: "The list ends before this page",
      text: "Some of it may have been deleted, or no longer matches.",
      next: "First page",
      href: narrowed(screen, {}),
    };
  }
  if (coverage !== undefined && filters.length === 1) {
    const href = narrowed(screen, { coverage: null });
    return { ...QUEUE_DONE[coverage], next: "All pictures", href };
  }
  if (filters.length > 0) {
    return {
      title: "No picture matches",
      text: "Try fewer words, or take a filter away.",
      next: "Clear filters",
      href: unfiltered(screen),
    };
  }
  return {
    title: "No pictures yet",
    text: "Systems, answers, pages and projects show pictures and videos of the library. " +
      "Upload the first ones; tags then say what they show.",
    next: "Upload",
    href: uploadHref(),
  };
}
