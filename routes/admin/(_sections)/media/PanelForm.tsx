import type { JSX } from "preact";
import { fieldsOf, NumberField, TextArea, TextField } from "@/components/admin/fields.tsx";
import { RecordForm } from "@/components/admin/RecordForm.tsx";
import { describeAltText } from "./alt_text.ts";
import type { PanelData } from "./panel.ts";

const PERCENT = { decimal: true, unit: "%" } as const;

interface PanelFormProps {
  data: PanelData;
  /** Names of known groups. */
  groups: readonly string[];
  cancel: string;
}

/** The form of an asset: title, alt text, focal point and shot group. */
export function PanelForm({ data, groups, cancel }: PanelFormProps): JSX.Element {
  const { asset, form, version, errors = {}, action, conflict } = data;
  const field = fieldsOf(form, errors);
  return (
    <RecordForm
      action={action}
      version={version}
      errors={errors}
      cancel={cancel}
      conflict={conflict !== undefined}
    >
      <input type="hidden" name="intent" value="save" />
      <TextField
        {...field("title")}
        label="Title"
        optional
      />
      <TextArea
        {...field("alt")}
        label="Alt text"
        rows={3}
        optional
        hint={
          <>
            What the {asset.item.type === "video" ? "video’s still" : "picture"}{" "}
            shows, for people who cannot see it. Name the wall, the room and what matters in it;
            leave out “picture of”.{" "}
            <span class="inline-block" data-alt-count>
              {describeAltText(form.get("alt")?.length ?? 0)}
            </span>
          </>
        }
      />
      <fieldset class="grid gap-2">
        <legend class="mb-1.5 font-medium">Focal point</legend>
        <p class="text-muted">
          Every crop of the picture keeps this point in view.{" "}
          <span data-focal-hint hidden>Click the picture to move it.</span>
        </p>
        <div class="grid grid-cols-2 gap-x-4 gap-y-2">
          <NumberField {...field("focalX")} label="From the left" {...PERCENT} />
          <NumberField {...field("focalY")} label="From the top" {...PERCENT} />
        </div>
      </fieldset>
      <TextField
        {...field("group")}
        label="Shot group"
        hint="Shots of one scene: a page shows one of them. A new name makes a new group."
        suggestions={groups}
        optional
      />
    </RecordForm>
  );
}
