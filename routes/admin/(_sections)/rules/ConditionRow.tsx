import type { JSX } from "preact";
import { type DraftCondition, ruleNames } from "@/lib/catalog/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { InlineSelect, InlineTicks, RemoveButton, Sentence } from "@/components/admin/controls.tsx";
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
      <InlineTicks name={`${row}.optionIds`} choices={optionChoices(condition, snapshot)} />
    </Sentence>
  );
}

/** Returns the options of the factor. An invalid one can only be unticked. */
function optionChoices(
  { factorId, optionIds }: DraftCondition,
  snapshot: DraftProps["snapshot"],
) {
  const { factorById, optionById } = ruleNames(snapshot);
  const own = factorById.get(factorId)?.options ?? [];
  const ids = new Set([...own.map(({ id }) => id), ...optionIds]);
  return [...ids].map((value) => ({
    value,
    label: optionById.get(value)?.label ?? value,
    state: !own.some(({ id }) => id === value)
      ? "Not an option of this factor"
      : optionById.get(value)?.retired
      ? "Retired"
      : null,
    checked: optionIds.includes(value),
  })).filter(({ state, checked }) => state === null || checked);
}
