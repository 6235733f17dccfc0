/** The bulk actions on the ticked pictures. */
import type { JSX } from "preact";
import { MAX_BULK } from "@/lib/media/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Choice, Select, TextInput } from "@/components/ui/Field.tsx";
import { SelectOptions } from "@/components/admin/fields.tsx";
import { withQuery } from "@/components/admin/list_query.ts";
import { isTicked } from "@/lib/http/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import type { ScreenData } from "./load.ts";
import { TagField } from "./TagField.tsx";
import { waitNote } from "./wait_note.ts";

/** The bulk actions: form value, label, and what was done to the pictures. */
export const BULK_ACTIONS = [
  { value: "tag", label: "Add a tag", done: "tagged" },
  { value: "untag", label: "Remove a tag", done: "cleared of the tag" },
  { value: "group", label: "Put in a shot group", done: "put in the group" },
  { value: "ungroup", label: "Take out of their groups", done: "taken out of their groups" },
  { value: "alt", label: "Write alt text", done: "given the alt text" },
  { value: "delete", label: "Delete…", done: "deleted" },
] as const;

/**
 * The bar of bulk actions. Choosing an action shows its fields; one button applies it. The bar stays in view while
 * any picture is ticked.
 */
export function SelectionBar({ data }: { data: ScreenData }): JSX.Element {
  const { screen, bulk, items, total, groups } = data;
  return (
    <fieldset class="media-bar" data-bar>
      <legend class="sr-only">With the selected pictures</legend>
      <div class="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5">
        <output class="font-medium" data-count>Selected pictures</output>
        <a href={withQuery(screen.params, { select: "page" })} class="text-link" data-select-page>
          Select page
        </a>
        {total > items.length && total <= MAX_BULK && (
          <Choice
            type="checkbox"
            name="all"
            value={`${total}`}
            checked={bulk.has("all")}
            label={`All ${formatCount(total)} that match`}
            description={waitNote(total)}
            data-all
          />
        )}
        {total > MAX_BULK && (
          <span class="text-muted">
            At most {formatCount(MAX_BULK)} at once. Narrow the list to select all of it.
          </span>
        )}
      </div>
      <div class="media-bar-act">
        <label for="act" class="sr-only">What to do</label>
        <Select id="act" name="act">
          <SelectOptions
            value={bulk.get("act") ?? ""}
            options={BULK_ACTIONS}
            empty="Choose what to do"
          />
        </Select>
        <span class="media-act-field" data-for="tag untag">
          <TagField
            id="bulk-tags"
            name="tag"
            label="Tag"
            placeholder="System, answer, project …"
            value={bulk.get("tag")}
            list="tag-names"
          />
        </span>
        <span class="media-act-field" data-for="group">
          <label for="bulk-group" class="sr-only">Shot group</label>
          <TextInput
            id="bulk-group"
            name="group"
            value={bulk.get("group") ?? ""}
            list="bulk-group-names"
            placeholder="New or existing group"
            autoComplete="off"
          />
          <datalist id="bulk-group-names">
            {groups.map((name) => <option key={name} value={name} />)}
          </datalist>
        </span>
        <span class="media-act-field media-act-wide" data-for="alt">
          <label for="bulk-alt" class="sr-only">Alt text</label>
          <TextInput
            id="bulk-alt"
            name="alt"
            value={bulk.get("alt") ?? ""}
            placeholder="The same text for all of them"
            autoComplete="off"
          />
          <Choice
            type="checkbox"
            name="missing"
            checked={isTicked(bulk.get("missing"))}
            label="Only where it is missing"
          />
        </span>
        <Button name="intent" value="apply">Apply</Button>
        <button type="button" class="button button-quiet" data-clear hidden>
          Clear
        </button>
      </div>
    </fieldset>
  );
}
