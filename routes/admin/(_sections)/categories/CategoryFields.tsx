import type { JSX } from "preact";
import type { Catalog, Factor } from "../../../../lib/catalog/mod.ts";
import { CATEGORY_AXES, type CategoryRecord } from "../../../../lib/media/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Disclosure } from "../../../../components/ui/Disclosure.tsx";
import { FieldError } from "../../../../components/ui/Field.tsx";
import {
  CheckField,
  FieldGroup,
  fieldsOf,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "../../../../components/admin/fields.tsx";
import { AXES } from "./labels.ts";

interface CategoryFieldsProps {
  catalog: Catalog;
  /** The category as stored; null while it is new. */
  current: CategoryRecord | null;
  form: URLSearchParams;
  fields: Readonly<Record<string, string>>;
  limits: { readonly position: { readonly min: number; readonly max: number } };
}

/** The fields of a category: axis, name, matching words and matching answers. */
export function CategoryFields(props: CategoryFieldsProps): JSX.Element {
  const { catalog, current, form, fields, limits } = props;
  const text = fieldsOf(form, fields);
  return (
    <>
      {current === null
        ? (
          <SelectField
            {...text("axis")}
            label="Kind"
            hint="It cannot be changed later."
            empty="Choose"
            options={CATEGORY_AXES.map((axis) => ({ value: axis, label: AXES[axis].one }))}
            class="max-w-80"
          />
        )
        : (
          <p class="text-sm text-muted">
            {AXES[current.axis].one}. {AXES[current.axis].says}
          </p>
        )}
      <TextField
        {...text("name")}
        label="Name"
        hint="Staff choose it and buyers may read it, such as “Healthcare”."
        maxLength={60}
      />
      {current === null && (
        <TextField
          {...text("id")}
          label="Id"
          hint="It cannot be changed later. Leave it empty to make it from the name."
          mono
          optional
        />
      )}
      <TextArea
        {...text("words")}
        label="Other words"
        hint="One per line, such as “clinic” and “hospital”. We suggest this category for every picture whose file name or texts contain one."
        rows={4}
        optional
      />
      <NumberField
        {...text("position")}
        label="Position"
        hint="The lowest comes first; equal positions are ordered by name."
        {...limits.position}
      />
      <AnswerChoices
        factors={catalog.factors}
        chosen={form.getAll("optionIds")}
        error={fields.optionIds}
      />
    </>
  );
}

interface AnswerChoicesProps {
  factors: readonly Factor[];
  chosen: readonly string[];
  error: string | undefined;
}

/** The answers that mean the category, by question. Retired ones are offered only while ticked. */
function AnswerChoices({ factors, chosen, error }: AnswerChoicesProps): JSX.Element {
  const offered = factors.map((factor) => ({
    ...factor,
    options: factor.options.filter(({ id, retired }) =>
      chosen.includes(id) || (!retired && !factor.retired)
    ),
  })).filter(({ options }) => options.length > 0);
  return (
    <FieldGroup
      legend="Matching answers"
      hint="Buyers who give one of them see pictures of this category first."
    >
      <div id="optionIds" tabIndex={-1} class="border-t border-line">
        {error && <FieldError id="optionIds-error">{error}</FieldError>}
        {offered.map((factor) => <FactorAnswers key={factor.id} factor={factor} chosen={chosen} />)}
        {offered.length === 0 && (
          <p class="py-3 text-sm text-muted">There is no question with answers yet.</p>
        )}
      </div>
    </FieldGroup>
  );
}

function FactorAnswers(
  { factor, chosen }: { factor: Factor; chosen: readonly string[] },
): JSX.Element {
  const ticked = factor.options.filter(({ id }) => chosen.includes(id)).length;
  return (
    <Disclosure
      open={ticked > 0}
      summary={
        <>
          {factor.name}{" "}
          <span class="text-xs text-muted">
            {ticked > 0 ? `${ticked} of ${factor.options.length}` : factor.options.length}
          </span>
        </>
      }
    >
      <fieldset class="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        <legend class="sr-only">{factor.name}</legend>
        {factor.options.map(({ id, label, retired }) => (
          <CheckField
            key={id}
            id={`optionIds-${id}`}
            name="optionIds"
            value={id}
            checked={chosen.includes(id)}
            label={retired || factor.retired
              ? (
                <>
                  {label} <Badge tone="warning">Retired</Badge>
                </>
              )
              : label}
          />
        ))}
      </fieldset>
    </Disclosure>
  );
}
