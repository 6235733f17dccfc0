import type { JSX } from "preact";
import { z } from "zod";
import type { Factor, Snapshot } from "@/lib/catalog/mod.ts";
import { optionalParagraphField, repeatable } from "@/lib/http/mod.ts";
import { CATEGORY_AXES, type CategoryRecord } from "@/lib/media/mod.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { CheckFields, FieldGroup, TextArea } from "@/components/admin/fields.tsx";
import type { EditorProps } from "@/components/admin/record/define.ts";
import { type Fields, recordForm, renderFields } from "@/components/admin/record/fields.tsx";
import { line, newId, placeInList, RETIRED, select } from "@/components/admin/record/inputs.tsx";
import { optionLabel } from "@/components/admin/record_names.ts";
import { AXES } from "./labels.ts";

const MOST_WORDS = 50;
const LONGEST_WORD = 60;

const FIELDS: Fields<CategoryRecord> = {
  axis: select({
    label: "Kind",
    hint: "It cannot be changed later.",
    empty: "Choose",
    class: "max-w-80",
    schema: z.enum(CATEGORY_AXES, "Choose a kind"),
    fixed: true,
    options: () => CATEGORY_AXES.map((axis) => ({ value: axis, label: AXES[axis].one })),
    describe: (axis) => AXES[axis].one,
  }),
  name: line({
    label: "Name",
    hint: "Staff choose it and buyers may read it, such as “Healthcare”.",
    maxLength: 60,
    missing: "Enter a name",
  }),
  id: newId(),
  words: {
    label: "Other words",
    schema: optionalParagraphField(4_000).transform((text) => wordsOf(text ?? "")),
    initial: () => [],
    toTexts: (words) => [words.join("\n")],
    refuse: refuseWords,
    describe: (words) => words.join(", "),
    Input: (field) => (
      <TextArea
        {...field}
        label="Other words"
        hint="One per line, such as “clinic” and “hospital”. We suggest this category for every picture whose file name or texts contain one."
        rows={4}
        optional
      />
    ),
  },
  optionIds: {
    label: "Answers",
    schema: repeatable(
      z.array(z.string()).max(500).default([]).transform((ids) => [...new Set(ids)].sort()),
    ),
    initial: () => [],
    refuse: refuseAnswers,
    describe: (ids, snapshot) => ids.map((id) => optionLabel(snapshot, id)).join(", "),
    Input: ({ name, error }, { snapshot, form }) => (
      <AnswerChoices
        factors={snapshot.catalog.factors}
        chosen={form.getAll(name)}
        error={error}
      />
    ),
  },
  position: placeInList(undefined, "name"),
  retired: RETIRED,
};

/** The form of a category: axis, name, matching words and matching answers. */
export const categoryForm = { ...recordForm(FIELDS), Editor: CategoryEditor };

/** Returns the form of a new category, with the place that it gets unless its author chooses another. */
export function newCategoryForm(position: number): typeof categoryForm {
  const fields = { ...FIELDS, position: { ...FIELDS.position, initial: () => position } };
  return { ...recordForm(fields), Editor: CategoryEditor };
}

function CategoryEditor(props: EditorProps<CategoryRecord>): JSX.Element {
  const { current } = props;
  return (
    <>
      {current === null ? renderFields(FIELDS, props, ["axis"]) : (
        <p class="text-sm text-muted">
          {AXES[current.axis].one}. {AXES[current.axis].says}
        </p>
      )}
      {renderFields(FIELDS, props, ["name", "id", "words", "position", "optionIds"])}
    </>
  );
}

/** Parses one word per line; duplicates that differ only in case count once. */
function wordsOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "");
  return [...new Map(lines.map((line) => [line.toLowerCase(), line])).values()];
}

function refuseWords(words: readonly string[]): string | null {
  if (words.length > MOST_WORDS) return `Enter at most ${MOST_WORDS} words`;
  const long = words.find((word) => word.length > LONGEST_WORD);
  return long === undefined
    ? null
    : `“${long.slice(0, 30)}…” is too long. Use at most ${LONGEST_WORD} characters a line`;
}

function refuseAnswers(
  ids: readonly string[],
  _stored: readonly string[] | null,
  { catalog }: Snapshot,
): string | null {
  const known = new Set(catalog.factors.flatMap(({ options }) => options.map(({ id }) => id)));
  return ids.every((id) => known.has(id))
    ? null
    : "One of the answers no longer exists. Choose again";
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
