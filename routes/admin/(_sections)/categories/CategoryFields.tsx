import type { JSX } from "preact";
import { type Factor, POSITION } from "../../../../lib/catalog/mod.ts";
import { CATEGORY_AXES, type CategoryRecord } from "../../../../lib/media/mod.ts";
import { Disclosure } from "../../../../components/ui/Disclosure.tsx";
import { FieldError } from "../../../../components/ui/Field.tsx";
import {
  CheckFields,
  FieldGroup,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "../../../../components/admin/fields.tsx";
import type { EditorProps } from "../../../../components/admin/record/define.ts";
import { IdField } from "../../../../components/admin/record/IdField.tsx";
import { AXES } from "./labels.ts";

/** The fields of a category: axis, name, matching words and matching answers. */
export function CategoryFields(
  { snapshot: { catalog }, current, form, field }: EditorProps<CategoryRecord>,
): JSX.Element {
  return (
    <>
      {current === null
        ? (
          <SelectField
            {...field("axis")}
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
        {...field("name")}
        label="Name"
        hint="Staff choose it and buyers may read it, such as “Healthcare”."
        maxLength={60}
      />
      <IdField current={current} field={field} />
      <TextArea
        {...field("words")}
        label="Other words"
        hint="One per line, such as “clinic” and “hospital”. We suggest this category for every picture whose file name or texts contain one."
        rows={4}
        optional
      />
      <NumberField
        {...field("position")}
        label="Place in the list"
        hint="The lowest comes first; equal positions are ordered by name."
        {...POSITION}
      />
      <AnswerChoices
        factors={catalog.factors}
        chosen={form.getAll("optionIds")}
        error={field("optionIds").error}
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
        <CheckFields
          name="optionIds"
          options={factor.options.map(({ id, label, retired }) => ({
            value: id,
            label,
            retired: retired || factor.retired,
          }))}
          chosen={chosen}
        />
      </fieldset>
    </Disclosure>
  );
}
