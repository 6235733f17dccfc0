/** Where an asset is used, with a form that adds it to one more place. */
import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { tagValue } from "./labels.ts";
import { type PanelData, placeTypesOf } from "./panel.ts";
import { TagField, TagList } from "./TagField.tsx";

/** The uses of an asset, each with a link, and a form that adds it to another place. */
export function PanelUses({ data }: { data: PanelData }): JSX.Element {
  const { record, uses, place, places, action } = data;
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
              <PostForm action={action} hidden={{ intent: "unlink", owner: tagValue(use.owner) }}>
                <button type="submit" class="icon-button" aria-label={`Take from ${use.label}`}>
                  <Icon name="cross" class="size-3.5" />
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {place && <FieldError id="owner-error">{place.error}</FieldError>}
      <PostForm action={action} hidden={{ intent: "link" }} class="flex gap-2">
        <TagField
          id="owner"
          name="owner"
          label="Place to use it in"
          placeholder={record.type === "image" ? "System or answer" : "System"}
          value={place?.text}
          list="place-names"
          types={placeTypesOf(record)}
          error={place?.error}
        />
        <TagList id="place-names" tags={places} />
        <Button variant="secondary">Use</Button>
      </PostForm>
      <p class="text-muted">
        It joins the gallery of a system.
        {record.type === "image" && " An answer has one picture, so it replaces that one."}
      </p>
    </section>
  );
}
