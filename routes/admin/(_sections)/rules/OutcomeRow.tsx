import type { JSX } from "preact";
import { type DraftOutcome, ruleNames } from "@/lib/catalog/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { InlineSelect, MoveButtons, RemoveButton, Sentence } from "@/components/admin/controls.tsx";
import { StatusBadge, statusOf } from "@/components/admin/records.tsx";
import { type DraftProps, systemChoices } from "./draft_choices.ts";

const ROLES = [
  { value: "preferred", label: "preferred" },
  { value: "alternative", label: "alternative" },
];

interface OutcomeRowProps extends DraftProps {
  outcome: DraftOutcome;
  index: number;
}

/** An outcome: system, role and rationale. Its position in the list is its rank. */
export function OutcomeRow(props: OutcomeRowProps): JSX.Element {
  const { outcome, index, draft, snapshot, fields } = props;
  const { systemId, role, rationale } = outcome;
  const row = `outcomes.${index}`;
  const system = ruleNames(snapshot).systemById.get(systemId);
  const name = system?.name ?? systemId;
  const choices = systemChoices(snapshot);
  const isOffered = choices.some(({ value }) => value === systemId);
  const error = fields[`${row}.systemId`] ?? fields[`${row}.role`];
  const wrong = fields[`${row}.rationale`];
  return (
    <Sentence
      id={row}
      legend={`Recommendation ${index + 1}: ${name}`}
      error={error}
      actions={
        <>
          <MoveButtons
            name="intent"
            about={name}
            up={`up-outcome.${index}`}
            down={`down-outcome.${index}`}
            upAt={`#outcomes.${index - 1}`}
            downAt={`#outcomes.${index + 1}`}
            first={index === 0}
            last={index === draft.outcomes.length - 1}
          />
          <RemoveButton intent={`remove-outcome.${index}`} at="#outcomes" about={name} />
        </>
      }
      below={
        <>
          <textarea
            id={`${row}.rationale`}
            name={`${row}.rationale`}
            rows={2}
            class="control mt-1.5"
            aria-invalid={wrong ? "true" : undefined}
            aria-describedby={wrong ? `${row}.rationale-error` : undefined}
            placeholder="The reason in your words. Buyers read exactly this text."
          >
            {rationale}
          </textarea>
          {wrong && (
            <span id={`${row}.rationale-error`} class="block pt-1 text-sm font-medium text-danger">
              <span class="sr-only">Error:</span> {wrong}
            </span>
          )}
        </>
      }
    >
      <span class="min-w-5 text-muted tabular-nums">{index + 1}.</span>
      <InlineSelect
        name={`${row}.systemId`}
        label="System"
        value={systemId}
        options={isOffered ? choices : [{ value: systemId, label: name }, ...choices]}
        invalid={fields[`${row}.systemId`] !== undefined}
      />
      {!snapshot.systemById.has(systemId) &&
        (system ? <StatusBadge status={statusOf(system)} /> : <Badge tone="warning">Gone</Badge>)}
      <span>as</span>
      <InlineSelect
        name={`${row}.role`}
        label="Role"
        value={role}
        options={ROLES}
        invalid={fields[`${row}.role`] !== undefined}
      />
      <label for={`${row}.rationale`}>because</label>
    </Sentence>
  );
}
