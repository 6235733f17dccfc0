import type { JSX, Ref } from "preact";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { mediaHref } from "@/components/hrefs/admin.ts";
import { LibraryFilterBar, LibraryOrder } from "./LibraryFilterBar.tsx";
import {
  type GridActions,
  GridSkeleton,
  LibraryGrid,
  type LibraryGridProps,
} from "./LibraryGrid.tsx";
import type { NamedAsset } from "@/lib/media/mod.ts";
import type { LibraryView } from "@/lib/media/browser.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { nounOf } from "./picked.ts";
import { isNarrowed, type LibraryFilters } from "./view.ts";

/** The events of the dialog. */
interface DialogActions extends GridActions {
  filter(name: keyof LibraryFilters, value: string): void;
  clear(): void;
  more(): void;
  retry(): void;
  /** Adds the chosen assets and closes the dialog. */
  add(): void;
  close(): void;
  /** The dialog has closed, by button, Escape or otherwise. */
  closed(): void;
}

interface LibraryDialogProps extends LibraryGridProps {
  elementRef: Ref<HTMLDialogElement>;
  filters: LibraryFilters;
  actions: DialogActions;
}

/** The library in a dialog. The browser traps the focus, closes it on Escape and restores the focus. */
export function LibraryDialog(props: LibraryDialogProps): JSX.Element {
  const { elementRef, place, view, filters, chosen, actions } = props;
  const { one, many } = nounOf(place.accepts);
  const title = place.single ? `Choose a ${one}` : `Add ${many}`;
  const titleId = `${place.name}-library`;
  return (
    <dialog
      ref={elementRef}
      class="admin-dialog library-dialog"
      aria-labelledby={titleId}
      onClose={actions.closed}
    >
      <header class="flex items-center justify-between gap-4">
        <h2 id={titleId} class="text-xl font-medium">{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={actions.close}>
          <Icon name="cross" class="size-5" />
        </button>
      </header>
      <LibraryFilterBar place={place} filters={filters} onFilter={actions.filter} />
      <div class="library-count">
        <p role="status">{countOf(view, { one, many })}</p>
        <LibraryOrder filters={filters} onFilter={actions.filter} />
      </div>
      <div class="library-body" tabIndex={-1}>
        <Body {...props} />
      </div>
      <footer class="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
        <p class="text-sm text-muted">
          {chosen.length === 0
            ? place.single ? "Choose one." : "Click to choose. Shift-click to choose a range."
            : `${chosen.length} chosen`}
        </p>
        <div class="ms-auto flex flex-wrap gap-2">
          <Button type="button" variant="secondary" onClick={actions.close}>Cancel</Button>
          <Button type="button" disabled={chosen.length === 0} onClick={actions.add}>
            {place.single ? "Put it here" : chosen.length > 1 ? `Add ${chosen.length}` : "Add"}
          </Button>
        </div>
      </footer>
    </dialog>
  );
}

function countOf(
  { status, total, assets }: LibraryView<NamedAsset>,
  { one, many }: { one: string; many: string },
): string {
  if (status === "slow") return "Loading…";
  if (status === "failed" || total === null) return "";
  if (total === 0) return "Nothing found";
  const all = `${formatCount(total)} ${total === 1 ? one : many}`;
  return assets.length < total ? `${all}, ${formatCount(assets.length)} shown` : all;
}

function Body(props: LibraryDialogProps): JSX.Element | null {
  const { view, actions } = props;
  const { status, total, assets } = view;
  const failed = status === "failed" && (
    <Notice
      tone="warning"
      role="alert"
      class="sticky bottom-0 mt-3"
      title="The library did not answer"
    >
      <p>{view.failure}</p>
      <Button type="button" variant="secondary" class="mt-3" onClick={actions.retry}>
        Try again
      </Button>
    </Notice>
  );
  if (assets.length === 0) {
    if (failed) return failed;
    if (total === null || status !== "idle") return status === "slow" ? <GridSkeleton /> : null;
    return <Nothing {...props} />;
  }
  return (
    <>
      <LibraryGrid {...props} />
      {failed}
      {!failed && total !== null && assets.length < total && (
        <p class="py-4 text-center">
          <Button
            type="button"
            variant="secondary"
            aria-disabled={status !== "idle"}
            onClick={actions.more}
          >
            {status === "slow" ? "Loading…" : "Show more"}
          </Button>
        </p>
      )}
    </>
  );
}

function Nothing(
  { place, filters, actions }: Pick<LibraryDialogProps, "place" | "filters" | "actions">,
): JSX.Element {
  if (!isNarrowed(filters)) {
    return (
      <EmptyState
        level={3}
        title={`The library has no ${nounOf(place.accepts).many} yet`}
        actions={<ButtonLink href={mediaHref()} variant="secondary">Go to the library</ButtonLink>}
      >
        Upload some, then choose them here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={3}
      title="Nothing matches"
      actions={
        <Button type="button" variant="secondary" onClick={actions.clear}>Clear filters</Button>
      }
    >
      Try fewer words or another filter.
    </EmptyState>
  );
}
