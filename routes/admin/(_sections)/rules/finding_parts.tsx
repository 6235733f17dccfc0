/** What the findings about a draft have in common. */
import type { JSX } from "preact";
import { ruleNames, type Snapshot } from "../../../../lib/catalog/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { ADMIN_ROOT } from "../../../../components/hrefs/admin.ts";
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
export function SimulateForm({ draft, trackId, optionIds }: SimulateFormProps): JSX.Element {
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
