import type { JSX } from "preact";
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import { Button } from "../ui/Button.tsx";
import { Field, Select } from "../ui/Field.tsx";
import { compareHref, type GivenAnswers } from "../hrefs/buyer.ts";

/** A form that adds systems to the comparison. It groups them by operation type and needs no script. */
export function AddSystem({ label, systemIds, onlyDifferences, all, count = 1, answers = null }: {
  /** Label of the first choice. */
  label: string;
  /** Systems already in the comparison. They stay in it and are not offered again. */
  systemIds: readonly string[];
  onlyDifferences: boolean;
  /** The answers that the figures are checked against. The form passes them on. */
  answers?: GivenAnswers | null;
  all: readonly SystemSummary[];
  /** Number of select fields. */
  count?: 1 | 2;
}): JSX.Element {
  const offered = all.filter(({ id }) => !systemIds.includes(id));
  const groups = [...Map.groupBy(offered, ({ operationType }) => operationType ?? "Other")];
  const labels = count === 2 ? [label, "Second system"] : [label];
  return (
    <form action={compareHref([])} method="get" class="flex flex-wrap items-end gap-3">
      {systemIds.map((id) => <input key={id} type="hidden" name="systems" value={id} />)}
      {answers && <input type="hidden" name="options" value={answers.optionIds.join(",")} />}
      {answers?.track && <input type="hidden" name="track" value={answers.track} />}
      {onlyDifferences && <input type="hidden" name="only" value="differences" />}
      {labels.map((each, index) => (
        <Field key={each} id={`add-${index}`} label={each} class="min-w-0 flex-[1_1_14rem]">
          <Select id={`add-${index}`} name="systems" required>
            <option value="">Choose a system</option>
            {groups.map(([group, systems]) => (
              <optgroup key={group} label={group}>
                {systems.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
              </optgroup>
            ))}
          </Select>
        </Field>
      ))}
      <Button variant={systemIds.length >= 2 ? "secondary" : "primary"}>
        {systemIds.length >= 2 ? "Add" : "Compare"}
      </Button>
    </form>
  );
}
