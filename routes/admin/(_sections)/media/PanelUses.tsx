/** Where an asset is used, with a form that adds it to one more place. */
import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { fieldAria, Select } from "@/components/ui/Field.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { SelectOptions } from "@/components/admin/fields.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import type { PanelData } from "./panel.ts";

/** The uses of an asset, each with a link, and a form that adds it to another place. */
export function PanelUses({ data }: { data: PanelData }): JSX.Element {
  const { uses, owners, action, useError } = data;
  return (
    <section aria-labelledby="panel-uses" class="media-panel-part">
      <h3 id="panel-uses" class="font-medium">
        Where used {uses.length > 0 && <span class="font-normal text-muted">({uses.length})</span>}
      </h3>
      {uses.length === 0 && <p class="text-muted">Nowhere yet.</p>}
      <ul class="media-uses">
        {uses.map((use) => (
          <li key={`${use.href} ${use.detail}`}>
            <span class="min-w-0">
              <a href={use.href} class="text-link">{use.label}</a>{" "}
              <span class="text-muted">{use.detail}</span>
            </span>
            {use.owner !== null && (
              <PostForm action={action} hidden={{ intent: "unlink", owner: use.owner }}>
                <button type="submit" class="icon-button" aria-label={`Take from ${use.label}`}>
                  <Icon name="cross" class="size-3.5" />
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {useError && (
        <p id="owner-error" class="font-medium text-danger" role="alert">
          <span class="sr-only">Error:</span> {useError}
        </p>
      )}
      <PostForm action={action} hidden={{ intent: "link" }} class="flex gap-2">
        <label for="owner" class="sr-only">Place to use it in</label>
        <Select {...fieldAria("owner", { error: useError })} name="owner">
          <option value="">Choose a place</option>
          {owners.map(({ label, options }) => (
            <optgroup key={label} label={label}>
              <SelectOptions value={null} options={options} />
            </optgroup>
          ))}
        </Select>
        <Button size="small" variant="secondary">Use</Button>
      </PostForm>
    </section>
  );
}
