/** Bulk actions on a list of rules, and the parts for drag and drop. */
import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { BulkForm } from "@/components/admin/list/bulk.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { formatCount } from "@/lib/text/mod.ts";

/** The bulk actions on the selected rules, or on all rules of the list across its pages. */
export function BulkBar({ total, action }: { total: number; action: string }): JSX.Element {
  return (
    <BulkForm action={action} label="Selected rules" class="bulk-bar">
      <Button variant="secondary" name="bulk" value="true">Switch on</Button>
      <Button variant="secondary" name="bulk" value="false">Switch off</Button>
      {total > 1 && (
        <label class="inline-flex min-h-6 items-center gap-2">
          <input type="checkbox" name="all" value={String(total)} class="size-4" />
          Select all {formatCount(total)} rules of this list
        </label>
      )}
    </BulkForm>
  );
}

/** The drag handle of a row, shown by the script that handles it. The arrows beside it do the same without a script. */
export function RowGrip(): JSX.Element {
  return (
    <span
      class="inline-flex min-h-6 min-w-6 cursor-grab items-center justify-center text-muted"
      data-grip
      hidden
      aria-hidden="true"
      title="Drag to another place"
    >
      <Icon name="grip" class="size-4" />
    </span>
  );
}

/** The form that `static/admin_rules.js` fills and submits when a row is dropped. */
export function PlaceForm({ action }: { action: string }): JSX.Element {
  return (
    <>
      <form method="post" action={action} data-place hidden>
        <input type="hidden" name="id" />
        <input type="hidden" name="beside" />
        <input type="hidden" name="side" />
      </form>
      <script src={asset("/admin_rules.js")} defer />
    </>
  );
}
