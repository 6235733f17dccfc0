/** What the findings about a draft have in common. */
import type { JSX } from "preact";
import { ruleNames, type Snapshot } from "../../../../lib/catalog/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { ADMIN_ROOT } from "../../../../components/hrefs/admin.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";

/** What a lead is called; null is no recommendation. */
export function leadName(id: string | null, snapshot: Snapshot): string {
  if (id === null) return "No recommendation";
  return ruleNames(snapshot).systemById.get(id)?.name ?? id;
}

interface SimulateFormProps {
  /** The rule as typed, as JSON. */
  draft: string;
  trackId: string | null;
  optionIds: readonly string[];
}

/** Opens the simulator with the draft and answers for which it makes the difference. */
function SimulateForm({ draft, trackId, optionIds }: SimulateFormProps): JSX.Element {
  return (
    <PostForm
      action={`${ADMIN_ROOT}/simulator`}
      hidden={{ draft, track: trackId ?? "", options: optionIds.join(",") }}
      class="inline-flex"
    >
      <Button variant="quiet" size="small">
        <span>
          Simulate <span class="max-sm:sr-only">an example</span>
        </span>
      </Button>
    </PostForm>
  );
}

/** A pick that a draft would change. */
export interface ChangedPick {
  readonly key: string;
  readonly fromSystemId: string | null;
  readonly toSystemId: string | null;
  /** How many answer sets, or buyers, it is about. */
  readonly count: string;
  /** Answers for which it makes the difference. */
  readonly trackId: string | null;
  readonly optionIds: readonly string[];
  /** Those answers in words, where they are shown. */
  readonly answers?: string;
}

interface PickTableProps {
  caption: string;
  /** What is counted: "Buyers". */
  counts: string;
  picks: readonly ChangedPick[];
  draft: string;
  snapshot: Snapshot;
}

/** The picks that a draft would change, each with an example for the simulator. */
export function PickTable(
  { caption, counts, picks, draft, snapshot }: PickTableProps,
): JSX.Element | null {
  const [first] = picks;
  if (first === undefined) return null;
  const hasAnswers = first.answers !== undefined;
  return (
    <Table caption={caption} captionHidden class="mt-1">
      <thead>
        <tr>
          {hasAnswers && <ColumnHead>Answers</ColumnHead>}
          <ColumnHead>Lead now</ColumnHead>
          <ColumnHead>Would be</ColumnHead>
          <ColumnHead class="text-end">{counts}</ColumnHead>
          <ColumnHead>
            <span class="sr-only">Example</span>
          </ColumnHead>
        </tr>
      </thead>
      <tbody>
        {picks.map(({ key, fromSystemId, toSystemId, count, trackId, optionIds, answers }) => (
          <tr key={key}>
            {hasAnswers && <Cell class="max-w-80 text-xs max-sm:pe-2!">{answers}</Cell>}
            <RowHead class="max-sm:pe-2!">{leadName(fromSystemId, snapshot)}</RowHead>
            <Cell class="font-medium max-sm:pe-2!">{leadName(toSystemId, snapshot)}</Cell>
            <Cell class="text-end max-sm:pe-2!">{count}</Cell>
            <Cell class="py-1! pe-0! text-end">
              <SimulateForm draft={draft} trackId={trackId} optionIds={optionIds} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
