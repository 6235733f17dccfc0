/** Actions on several rules of a list, and the order of the list by mouse. */
import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { BulkForm } from "../../../../components/admin/list/bulk.tsx";
import { Button } from "../../../../components/ui/Button.tsx";
import { Icon } from "../../../../components/ui/Icon.tsx";

/** What can be done with the selected rules, or with every rule that the list shows on all of its pages. */
export function BulkBar({ total, action }: { total: number; action: string }): JSX.Element {
  return (
    <BulkForm action={action} label="Selected rules" class="pt-4">
      <Button variant="secondary" size="small" name="bulk" value="on">Switch on</Button>
      <Button variant="secondary" size="small" name="bulk" value="off">Switch off</Button>
      {total > 1 && (
        <label class="inline-flex min-h-6 items-center gap-2">
          <input type="checkbox" name="all" value={String(total)} class="size-4" />
          Select all {total} rules of this list
        </label>
      )}
    </BulkForm>
  );
}

/** By which a row is dragged; the script shows it, for nothing else can. The arrows beside it do the same. */
export function RowGrip(): JSX.Element {
  return (
    <span class="rule-grip" data-grip hidden aria-hidden="true" title="Drag to another place">
      <Icon name="grip" class="size-4" />
    </span>
  );
}

/** What a dropped row is sent by (`static/admin_rules.js`). */
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
