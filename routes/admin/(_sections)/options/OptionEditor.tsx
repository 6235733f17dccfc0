import type { JSX } from "preact";
import { OPTION_LIMITS, type OptionRecord, type Snapshot } from "@/lib/catalog/mod.ts";
import { systemsFailing } from "@/lib/selection/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { AddRow } from "@/components/admin/controls.tsx";
import { type SelectOption, TextField } from "@/components/admin/fields.tsx";
import type { EditorProps } from "@/components/admin/record/define.ts";
import { type Fields, recordForm, renderFields } from "@/components/admin/record/fields.tsx";
import {
  line,
  optionalParagraph,
  placeInList,
  RETIRED,
} from "@/components/admin/record/inputs.tsx";
import { requirementInWords } from "../factors/labels.ts";
import { type RequirementRows, requirementRows } from "./requirement_row.ts";
import { DroppedSystems, RequirementSentence } from "./RequirementSentence.tsx";

/** The fields of an option. `optionOfForm` parses the texts together with the requirements. */
const FIELDS: Fields<Omit<OptionRecord, "id" | "factorId">> = {
  label: line({
    label: "Label",
    hint: "The answer, as buyers read it.",
    maxLength: OPTION_LIMITS.label,
  }),
  description: optionalParagraph({
    label: "Description",
    hint: "A few words under the label.",
    rows: 2,
    maxLength: OPTION_LIMITS.description,
  }),
  requirements: {
    label: "Requires",
    describe: (requirements, snapshot) =>
      requirements.length === 0
        ? "Nothing"
        : `${requirements.map((it) => requirementInWords(it, snapshot)).join("; ")}.`,
  },
  position: placeInList(),
  retired: RETIRED,
};

/** Returns an option in words, field by field. */
export const { describe: describeOption } = recordForm(FIELDS);

/** The editor of an option: label, id, description, and what it requires of a system. */
export function OptionEditor(props: EditorProps<OptionRecord>): JSX.Element {
  const { current, field } = props;
  return (
    <>
      {renderFields(FIELDS, props, ["label"])}
      {current === null && (
        <TextField
          {...field("id")}
          label="Id"
          hint="It is part of buyers’ links, so it cannot be changed later, and no other option may have it. Leave it empty to make it from the label."
          mono
          optional
        />
      )}
      {renderFields(
        FIELDS,
        props,
        current === null ? ["description"] : ["description", "position"],
      )}
      <Requirements {...props} />
    </>
  );
}

function Requirements(
  { snapshot, current, form, fields }: EditorProps<OptionRecord>,
): JSX.Element {
  const found = requirementRows(form, { snapshot, current });
  const { rows } = found;
  return (
    <section aria-labelledby="requirements" class="border-t border-line-strong pt-3">
      <h2 id="requirements" class="font-medium">
        A buyer who chooses this needs{" "}
        <span class="text-muted">
          {rows.length === 0 ? "nothing in particular" : "all of this"}
        </span>
      </h2>
      {fields.requirements && <FieldError id="requirements-error">{fields.requirements}
      </FieldError>}
      {rows.map((row, index) => (
        <RequirementSentence
          key={index}
          row={row}
          index={index}
          systems={snapshot.systems.length}
          fields={fields}
        />
      ))}
      {rows.length < OPTION_LIMITS.requirements && (
        <AddRow
          label="Add a requirement about"
          name="add.attributeId"
          options={attributeChoices(snapshot)}
          empty="choose an attribute"
          intent="add-requirement"
          at={`#requirements.${rows.length}`}
          about="the requirement"
          error={fields["add.attributeId"]}
        />
      )}
      {rows.length > 0 && <Reach found={found} snapshot={snapshot} current={current} />}
    </section>
  );
}

interface ReachProps {
  found: RequirementRows;
  snapshot: Snapshot;
  current: OptionRecord | null;
}

/** How many systems all requirements together would drop, as typed and as saved. */
function Reach({ found: { rows, failing }, snapshot, current }: ReachProps): JSX.Element {
  const systems = snapshot.systems.length;
  const whole = rows.every((row) => row.failing !== null);
  const saved = current && systemsFailing(snapshot, current.requirements).length;
  return (
    <div id="reach" class="grid gap-3">
      {systems > 0 && failing.length === systems && (
        <Notice tone="warning" title="No system is left">
          <p>A buyer who chooses this answer would get no recommendation.</p>
        </Notice>
      )}
      <div class="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Button variant="secondary" name="intent" value="check" formaction="#reach">Check</Button>
        <div class="min-w-0 flex-1 text-sm">
          {whole ? "This drops" : "So far, this drops"} {figure(failing.length)} of{" "}
          {counted(systems, "system")}.
          {saved !== null && saved !== failing.length && (
            <span class="text-muted">{` As saved, it drops ${figure(saved)}.`}</span>
          )}
          <span class="block text-muted">
            “Check” counts again with what is typed. Nothing is saved.
          </span>
        </div>
      </div>
      {rows.length > 1 && <DroppedSystems systems={failing} label="Systems that drop out" />}
    </div>
  );
}

function figure(count: number): string {
  return count === 0 ? "none" : String(count);
}

/** Attributes that a requirement can name, in the order of the data sheet. */
function attributeChoices({ catalog }: Snapshot): SelectOption[] {
  return catalog.attributes.filter(({ retired }) => !retired).map(({ id, name, enabled }) => ({
    value: id,
    label: enabled ? name : `${name} (switched off)`,
  }));
}
