import type { JSX } from "preact";
import {
  CheckField,
  FieldGroup,
  type FieldTexts,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "../fields.tsx";
import { type SettingField, type SettingGroup, TICKED } from "./fields.ts";

interface SettingsFieldsProps {
  groups: readonly SettingGroup[];
  /** The values of the fields, as stored or typed. */
  form: URLSearchParams;
  /** Error messages by the name of the field. */
  errors: Readonly<Record<string, string>>;
}

/** The fields of a settings screen, by group. */
export function SettingsFields({ groups, form, errors }: SettingsFieldsProps): JSX.Element {
  return (
    <>
      {groups.map(({ legend, hint, fields }) => (
        <FieldGroup key={legend} legend={legend} {...(hint && { hint })}>
          {fields.map((field) => (
            <SettingControl
              key={field.name}
              field={field}
              value={form.get(field.name)}
              error={errors[field.name]}
            />
          ))}
        </FieldGroup>
      ))}
    </>
  );
}

interface SettingControlProps {
  field: SettingField;
  value: string | null;
  error: string | undefined;
}

function SettingControl({ field, value, error }: SettingControlProps): JSX.Element {
  const { name, label, hint, optional } = field;
  const texts: FieldTexts = { name, label, hint, error, optional };
  switch (field.kind) {
    case "checkbox":
      return <CheckField {...texts} checked={value !== null} value={TICKED} />;
    case "text":
      return (
        <TextField
          {...texts}
          value={value}
          type={field.type ?? "text"}
          maxLength={field.maxLength}
          mono={field.mono ?? false}
          {...(field.suggestions && { suggestions: field.suggestions })}
        />
      );
    case "paragraph":
      return (
        <TextArea {...texts} value={value} maxLength={field.maxLength} rows={field.rows ?? 3} />
      );
    case "number":
      return (
        <NumberField
          {...texts}
          value={value}
          min={field.min}
          max={field.max}
          step={field.step}
          unit={field.unit}
        />
      );
    case "select":
      return <SelectField {...texts} value={value} options={field.options} empty={field.empty} />;
  }
}
