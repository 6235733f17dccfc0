import type { JSX } from "preact";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { type Attribute, foldLabel, VALUE_LIMITS } from "@/lib/catalog/mod.ts";
import { Choice } from "@/components/ui/Field.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import {
  CheckField,
  FieldGroup,
  fieldsOf,
  NumberField,
  SelectField,
  TextField,
} from "@/components/admin/fields.tsx";
import { KNOWN } from "./labels.ts";

interface ValueFieldsProps {
  attribute: Attribute;
  form: URLSearchParams;
  fields: FieldErrors;
  /** All labels that the attribute has on any system. */
  labels: readonly string[];
  /** Whether to focus the first choice; false when the page shows an error or a conflict. */
  focus: boolean;
}

/** The form of a value: whether it is known, and if so, the fields of its type. */
export function ValueFields(props: ValueFieldsProps): JSX.Element {
  const { form, fields, focus } = props;
  const chosen = form.get("known");
  return (
    <div class="group/value grid gap-5">
      <FieldGroup legend="What is known">
        <div>
          {fields.known && <FieldError id="known-error">{fields.known}</FieldError>}
          {KNOWN.map(({ known, label, hint }) => (
            <Choice
              key={known}
              type="radio"
              id={known === "value" ? "known" : `known-${known}`}
              name="known"
              value={known}
              checked={chosen === known}
              // So that "Save and next" leads through a system's attributes by keyboard alone.
              autoFocus={focus && chosen === known}
              aria-describedby={fields.known ? "known-error" : undefined}
              label={
                <>
                  {label} <span class="text-muted">– {hint}</span>
                </>
              }
            />
          ))}
        </div>
      </FieldGroup>
      <div class="grid gap-5 group-not-has-[#known:checked]/value:hidden">
        <OfType {...props} />
      </div>
    </div>
  );
}

function OfType(props: ValueFieldsProps): JSX.Element {
  switch (props.attribute.valueType) {
    case "enum":
      return <LabelFields {...props} />;
    case "range":
      return <RangeFields {...props} />;
    case "dimension":
      return <MeasurementFields {...props} />;
  }
}

const OTHERS = Array.from({ length: VALUE_LIMITS.others }, (_, index) => `other-${index}`);

function LabelFields({ form, fields, labels }: ValueFieldsProps): JSX.Element {
  const field = fieldsOf(form, fields);
  const ticked = new Set(form.getAll("label").map(foldLabel));
  return (
    <FieldGroup legend="Labels" hint="All labels that the attribute has on any system.">
      <div id="label" tabIndex={-1} class="grid gap-x-6 sm:grid-cols-2">
        {fields.label && (
          <div class="sm:col-span-2">
            <FieldError id="label-error">{fields.label}</FieldError>
          </div>
        )}
        {labels.map((label, index) => (
          <CheckField
            key={label}
            id={`label-${index}`}
            name="label"
            value={label}
            label={label}
            checked={ticked.has(foldLabel(label))}
          />
        ))}
        {labels.length === 0 && (
          <p class="text-muted">
            There are no labels yet. Enter the first one below.
          </p>
        )}
      </div>
      <div class="grid gap-4 sm:grid-cols-3">
        {OTHERS.map((name, index) => (
          <TextField
            key={name}
            {...field(name)}
            label={index === 0 ? "Another label" : `Another label ${index + 1}`}
            optional
          />
        ))}
      </div>
      {labels.length > 1 && (
        <SelectField
          {...field("first")}
          label="First label"
          hint="Where there is room for one label only, buyers see the first."
          empty="Keep the order"
          options={labels.map((label) => ({ value: label, label }))}
          optional
          class="max-w-80"
        />
      )}
    </FieldGroup>
  );
}

function RangeFields({ attribute: { unit }, form, fields }: ValueFieldsProps): JSX.Element {
  const field = fieldsOf(form, fields);
  return (
    <FieldGroup legend="Range" hint="Leave one side empty where the range is open.">
      <div class="flex flex-wrap items-start gap-x-8 gap-y-4">
        <NumberField {...field("min")} unit={unit} label="Lowest" decimal optional />
        <NumberField {...field("max")} unit={unit} label="Highest" decimal optional />
      </div>
      <TextField
        {...field("text")}
        label="In words"
        hint="Only when there is no number, such as “Made to order”. It meets no requirement."
        optional
      />
    </FieldGroup>
  );
}

function MeasurementFields({ attribute: { unit }, form, fields }: ValueFieldsProps): JSX.Element {
  const field = fieldsOf(form, fields);
  return (
    <FieldGroup legend="Measurement">
      <NumberField
        {...field("measurement")}
        label="Number"
        decimal
        unit={unit}
      />
      <TextField
        {...field("note")}
        label="Note"
        hint="Explains the number; buyers read it in brackets after it."
        optional
      />
    </FieldGroup>
  );
}
