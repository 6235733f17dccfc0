import type { ComponentChildren, JSX } from "preact";
import {
  draftOfForm,
  idleParts,
  type Rule,
  ruleNames,
  ruleNearDraft,
} from "../../../../lib/catalog/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { FieldError } from "../../../../components/ui/Field.tsx";
import { Notice } from "../../../../components/ui/Notice.tsx";
import { InlineSelect } from "../../../../components/admin/controls.tsx";
import {
  CheckField,
  NumberField,
  SelectField,
  TextField,
} from "../../../../components/admin/fields.tsx";
import type { EditorProps } from "../../../../components/admin/record/define.ts";
import { ConditionRow } from "./ConditionRow.tsx";
import { type DraftProps, factorChoices, ruleSetChoices, systemChoices } from "./draft_choices.ts";
import { OutcomeRow } from "./OutcomeRow.tsx";
import { RuleSentence } from "./RuleSentence.tsx";

/** The editor of a rule as a sentence to fill in: conditions, outcomes and rationales. */
export function RuleEditor(
  { snapshot, current, id, form, fields, field }: EditorProps<Rule>,
): JSX.Element {
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
      <TextField
        {...field("name")}
        label="Name"
        hint="What staff call it. Buyers can read it in the trace of a result."
        maxLength={120}
      />
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
        <SelectField
          {...field("ruleSetId")}
          label="Rule set"
          options={ruleSetChoices(snapshot, draft.ruleSetId)}
          empty={ruleNames(snapshot).ruleSetById.has(draft.ruleSetId) ? undefined : "Choose"}
          class="min-w-52"
        />
        <NumberField {...field("priority")} label="Priority" min={1} max={9999} class="w-32" />
        <CheckField
          name="enabled"
          checked={draft.enabled}
          label="Switched on"
          error={fields.enabled}
          class="pt-8"
        />
      </div>
      <p class="-mt-3 text-xs text-muted">
        Rules with lower numbers count first.
      </p>
      <Conditions {...props} />
      <Outcomes {...props} />
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          size="small"
          name="intent"
          value="try"
          formaction="#findings"
        >
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
    <section aria-labelledby="conditions" class="rule-part">
      <PartHead id="conditions" error={fields.conditions}>
        When <span class="text-muted">all of this is true</span>
      </PartHead>
      {draft.conditions.map((condition, index) => (
        <ConditionRow key={index} {...props} condition={condition} index={index} />
      ))}
      <div class="rule-add">
        <label for="add.factorId">Add a condition about</label>
        <InlineSelect
          name="add.factorId"
          value=""
          options={factorChoices(snapshot, draft)}
          empty="choose a factor"
        />
        <Button
          variant="secondary"
          size="small"
          name="intent"
          value="add-condition"
          formaction={`#conditions.${draft.conditions.length}`}
        >
          Add <span class="sr-only">the condition</span>
        </Button>
      </div>
    </section>
  );
}

function Outcomes(props: DraftProps): JSX.Element {
  const { draft, snapshot, fields } = props;
  const taken = new Set(draft.outcomes.map(({ systemId }) => systemId));
  return (
    <section aria-labelledby="outcomes" class="rule-part">
      <PartHead id="outcomes" error={fields.outcomes}>
        recommend <span class="text-muted">in this order, preferred ones first</span>
      </PartHead>
      {draft.outcomes.map((outcome, index) => (
        <OutcomeRow key={index} {...props} outcome={outcome} index={index} />
      ))}
      <div class="rule-add">
        <label for="add.systemId">Add</label>
        <InlineSelect
          name="add.systemId"
          value=""
          options={systemChoices(snapshot).filter(({ value }) => !taken.has(value))}
          empty="choose a system"
        />
        <Button
          variant="secondary"
          size="small"
          name="intent"
          value="add-outcome"
          formaction={`#outcomes.${draft.outcomes.length}`}
        >
          Add <span class="sr-only">the system</span>
        </Button>
      </div>
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
