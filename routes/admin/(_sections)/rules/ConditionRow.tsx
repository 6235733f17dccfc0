import type { JSX } from "preact";
import { type DraftCondition, ruleNames } from "@/lib/catalog/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { InlineSelect, RemoveButton, Sentence } from "@/components/admin/controls.tsx";
import type { DraftProps } from "./draft_choices.ts";

const OPERATORS = [
  { value: "any", label: "any of" },
  { value: "all", label: "all of" },
  { value: "none", label: "none of" },
];

interface ConditionRowProps extends DraftProps {
  condition: DraftCondition;
  index: number;
}

/** A condition: a factor, an operator, and the ticked options. */
export function ConditionRow(
  { condition, index, snapshot, fields }: ConditionRowProps,
): JSX.Element {
  const { factorId, operator } = condition;
  const row = `conditions.${index}`;
  const factor = ruleNames(snapshot).factorById.get(factorId);
  const name = factor?.name ?? factorId;
  const error = fields[`${row}.factorId`] ?? fields[`${row}.optionIds`] ??
    fields[`${row}.operator`];
  return (
    <Sentence
      id={row}
      legend={`Condition ${index + 1}: ${name}`}
      error={error}
      actions={
        <RemoveButton
          intent={`remove-condition.${index}`}
          at="#conditions"
          about={`the condition about ${name}`}
        />
      }
    >
      <input type="hidden" name={`${row}.factorId`} value={factorId} />
      <span id={`${row}.factorId`} class="font-medium">{name}</span>
      {(!factor || factor.retired) && <Badge tone="warning">{factor ? "Retired" : "Gone"}</Badge>}
      <span>{factor?.multiple ? "includes" : "is"}</span>
      <InlineSelect
        name={`${row}.operator`}
        label={`How many answers to ${name}`}
        value={operator}
        options={OPERATORS}
        invalid={fields[`${row}.operator`] !== undefined}
      />
      <span id={`${row}.optionIds`} class="rule-answers">
        {optionChoices(condition, snapshot).map(({ id, label, state, checked }) => (
          <label key={id} class="rule-answer">
            <input
              type="checkbox"
              class="choice"
              name={`${row}.optionIds`}
              value={id}
              checked={checked}
            />
            {label}
            {state && <Badge tone="warning">{state}</Badge>}
          </label>
        ))}
      </span>
    </Sentence>
  );
}

interface OptionChoice {
  id: string;
  label: string;
  /** Why the option is invalid. An invalid option can only be unticked. */
  state: "Retired" | "Not an option of this factor" | null;
  checked: boolean;
}

function optionChoices(
  { factorId, optionIds }: DraftCondition,
  snapshot: DraftProps["snapshot"],
): OptionChoice[] {
  const { factorById, optionById } = ruleNames(snapshot);
  const own = factorById.get(factorId)?.options ?? [];
  const choices = own.map(({ id, label }): OptionChoice => ({
    id,
    label,
    state: optionById.get(id)?.retired ? "Retired" : null,
    checked: optionIds.includes(id),
  }));
  const foreign = optionIds.filter((id) => !own.some((option) => option.id === id))
    .map((id): OptionChoice => ({
      id,
      label: optionById.get(id)?.label ?? id,
      state: "Not an option of this factor",
      checked: true,
    }));
  return [...choices, ...foreign].filter(({ state, checked }) => state === null || checked);
}
