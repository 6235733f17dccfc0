import type { JSX } from "preact";
import { MediaPicker } from "@/islands/MediaPicker.tsx";
import type { PageDefinition, PageField } from "@/lib/pages/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { TextArea, TextField } from "@/components/admin/fields.tsx";
import type { PickerView } from "@/components/admin/media_picker/view.ts";
import { slotName, standardIntent, textName } from "./page_form.ts";

interface PageFieldsProps {
  page: PageDefinition;
  form: URLSearchParams;
  fields: Readonly<Record<string, string>>;
  /** By slot. */
  pickers: Readonly<Record<string, PickerView>>;
}

/** The fields of a page: its texts and the picture of each slot. */
export function PageFields({ page, form, fields, pickers }: PageFieldsProps): JSX.Element {
  return (
    <>
      {Object.entries(page.fields).map(([name, field]) => (
        <PageText
          key={name}
          name={name}
          field={field}
          value={form.get(textName(name)) ?? ""}
          error={fields[textName(name)]}
        />
      ))}
      {Object.entries(page.slots).map(([slot, { label, purpose }]) => {
        const view = pickers[slot];
        const error = fields[slotName(slot)];
        return view && (
          <section key={slot} aria-labelledby={`${slotName(slot)}-title`}>
            <h2 id={`${slotName(slot)}-title`} class="font-medium">{label}</h2>
            <p class="mb-2 text-sm text-muted">{purpose}</p>
            {error && <FieldError id={`${slotName(slot)}-error`}>{error}</FieldError>}
            <MediaPicker initial={view} />
          </section>
        );
      })}
    </>
  );
}

interface PageTextProps {
  name: string;
  field: PageField;
  value: string;
  error: string | undefined;
}

function PageText({ name, field, value, error }: PageTextProps): JSX.Element {
  const { label, purpose, maxLength, standard, paragraph } = field;
  const props = { name: textName(name), label, hint: purpose, value, error };
  const isStandard = value === standard;
  return (
    <div>
      {paragraph ? <TextArea {...props} /> : <TextField {...props} />}
      <div class="mt-1 flex flex-wrap items-baseline gap-x-4 text-xs text-muted">
        <p data-count={textName(name)}>
          <span>{value.length}</span> of {maxLength} characters
        </p>
        {isStandard ? <p>This is the default.</p> : (
          <Button
            variant="quiet"
            name="intent"
            value={standardIntent(name)}
            class="min-h-0! p-0! text-xs"
            aria-label={`${label}: use the default again`}
          >
            Use the default again
          </Button>
        )}
      </div>
      {!isStandard && <p class="mt-0.5 text-xs text-muted">The default: “{standard}”</p>}
    </div>
  );
}
