import type { ComponentChildren, JSX } from "preact";
import {
  draftOfForm,
  idleParts,
  type Rule,
  RULE_PRIORITY,
  ruleNames,
  ruleNearDraft,
  ruleSentence,
  type Snapshot,
} from "@/lib/catalog/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { AddRow } from "@/components/admin/controls.tsx";
import { SelectField, TextField } from "@/components/admin/fields.tsx";
import type { Described, EditorProps } from "@/components/admin/record/define.ts";
import { type Fields, recordForm, renderFields } from "@/components/admin/record/fields.tsx";
import {
  checkbox,
  line,
  onOffLabel,
  RETIRED,
  wholeNumber,
} from "@/components/admin/record/inputs.tsx";
import { ConditionRow } from "./ConditionRow.tsx";
import { type DraftProps, factorChoices, ruleSetChoices, systemChoices } from "./draft_choices.ts";
import { OutcomeRow } from "./OutcomeRow.tsx";
import { RuleSentence } from "./RuleSentence.tsx";

/** The fields beside the conditions and outcomes. Their text is parsed with the draft's (`RuleFields`). */
const FIELDS: Fields<Omit<Rule, "id" | "conditions" | "outcomes">> = {
  name: line({
    label: "Name",
    hint: "What staff call it. Buyers can read it in the trace of a result.",
    maxLength: 120,
  }),
  ruleSetId: {
    label: "Rule set",
    describe: (id, snapshot) => ruleNames(snapshot).ruleSetById.get(id)?.name ?? id,
    Input: (field, { snapshot }) => (
      <SelectField
        {...field}
        label="Rule set"
        options={ruleSetChoices(snapshot, field.value)}
        empty={ruleNames(snapshot).ruleSetById.has(field.value) ? undefined : "Choose"}
        class="min-w-[min(13rem,100%)]"
      />
    ),
  },
  priority: wholeNumber({ label: "Priority", ...RULE_PRIORITY, class: "w-32" }),
  enabled: checkbox({
    label: "Switched",
    says: "Switched on",
    class: "pt-8",
    describe: onOffLabel,
  }),
  retired: RETIRED,
};

/** Returns a rule in words, field by field. */
export function describeRule(rule: Rule, snapshot: Snapshot): Described[] {
  const { systemById } = ruleNames(snapshot);
  return [
    ...recordForm(FIELDS).describe(rule, snapshot),
    { label: "Rule", value: ruleSentence(rule, snapshot) },
    ...rule.outcomes.map(({ systemId, rationale }) => ({
      label: `Reason for ${systemById.get(systemId)?.name ?? systemId}`,
      value: rationale,
    })),
  ];
}

/** The editor of a rule as a sentence to fill in: conditions, outcomes and rationales. */
export function RuleEditor(editor: EditorProps<Rule>): JSX.Element {
  const { snapshot, current, id, form, fields, field } = editor;
  const draft = draftOfForm(form);
  const rule = ruleNearDraft(draft, { id, current });
  const idle = idleParts(rule, snapshot);
  const props = { draft, snapshot, fields };
  return (
    <>
      {(rule.conditions.length > 0 || rule.outcomes.length > 0) && (
        <div class="rule-preview">
          <RuleSentence rule={rule} snapshot={snapshot} />
        </div>
      )}
      {idle.length > 0 && (
        <Notice
          tone="warning"
          title={idle.length === 1 ? "One part has no effect" : "Some parts have no effect"}
        >
          {idle.map((words) => <p key={words}>{words}</p>)}
        </Notice>
      )}
      {renderFields(FIELDS, editor, ["name"])}
      {(form.has("id") || fields.id !== undefined) && current === null && (
        <TextField
          {...field("id")}
          label="Id"
          hint="Leave it empty to make it from the name."
          mono
          optional
        />
      )}
      <div class="flex flex-wrap items-start gap-x-6 gap-y-5">
        {renderFields(FIELDS, editor, ["ruleSetId", "priority", "enabled"])}
      </div>
      <p class="-mt-3 text-xs text-muted">
        Rules with lower numbers count first.
      </p>
      <Conditions {...props} />
      <Outcomes {...props} />
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Button variant="secondary" name="intent" value="try" formaction="#findings">
          Try this draft
        </Button>
        <span class="text-sm text-muted">
          Counts what it would change for buyers. Nothing is saved.
        </span>
      </div>
    </>
  );
}

function Conditions(props: DraftProps): JSX.Element {
  const { draft, snapshot, fields } = props;
  return (
    <section aria-labelledby="conditions" class="border-t border-line-strong pt-3">
      <PartHead id="conditions" error={fields.conditions}>
        When <span class="text-muted">all of this is true</span>
      </PartHead>
      {draft.conditions.map((condition, index) => (
        <ConditionRow key={index} {...props} condition={condition} index={index} />
      ))}
      <AddRow
        label="Add a condition about"
        name="add.factorId"
        options={factorChoices(snapshot, draft)}
        empty="choose a factor"
        intent="add-condition"
        at={`#conditions.${draft.conditions.length}`}
        about="the condition"
        error={fields["add.factorId"]}
      />
    </section>
  );
}

function Outcomes(props: DraftProps): JSX.Element {
  const { draft, snapshot, fields } = props;
  const taken = new Set(draft.outcomes.map(({ systemId }) => systemId));
  return (
    <section aria-labelledby="outcomes" class="border-t border-line-strong pt-3">
      <PartHead id="outcomes" error={fields.outcomes}>
        recommend <span class="text-muted">in this order, preferred ones first</span>
      </PartHead>
      {draft.outcomes.map((outcome, index) => (
        <OutcomeRow key={index} {...props} outcome={outcome} index={index} />
      ))}
      <AddRow
        label="Add"
        name="add.systemId"
        options={systemChoices(snapshot).filter(({ value }) => !taken.has(value))}
        empty="choose a system"
        intent="add-outcome"
        at={`#outcomes.${draft.outcomes.length}`}
        about="the system"
        error={fields["add.systemId"]}
      />
    </section>
  );
}

function PartHead(
  { id, error, children }: {
    id: string;
    error: string | undefined;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <>
      <h2 id={id} class="font-medium">{children}</h2>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  );
}
