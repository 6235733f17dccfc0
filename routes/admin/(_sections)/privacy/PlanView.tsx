import type { JSX } from "preact";
import { choiceFields, type ErasurePlan, isEmptyPlan } from "@/lib/privacy/mod.ts";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { TextField } from "@/components/admin/fields.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { confirmPhrase, storeWords } from "./labels.ts";

const STORE_NAMES = { kv: "Key-value store", sql: "Database" } as const;

interface PlanViewProps {
  plan: ErasurePlan;
  action: string;
  /** The typed confirmation phrase and its error. */
  confirm: { readonly typed: string; readonly error: string | undefined };
}

/** The plan of an erasure by store, and the form that executes it. */
export function PlanView({ plan, action, confirm }: PlanViewProps): JSX.Element {
  if (isEmptyPlan(plan)) {
    return (
      <>
        <Notice title="There is nothing to erase">
          <p>
            Neither store has such data. It may have expired, or somebody erased it before.
          </p>
        </Notice>
        <p class="mt-6">
          <ButtonLink href={action} variant="secondary">Back to Privacy</ButtonLink>
        </p>
      </>
    );
  }
  const phrase = confirmPhrase(plan);
  return (
    <div class="grid grid-cols-1 gap-8">
      <RowsTable
        caption="What would be erased"
        rows={plan.counts}
        rowProps={({ count }) => ({ class: count === 0 ? "text-muted" : undefined })}
        columns={[
          { label: "What", isHead: true, cell: ({ name }) => storeWords(name).label },
          { label: "Kept in", cell: ({ store }) => STORE_NAMES[store] },
          { label: "Details", cell: ({ name }) => storeWords(name).fate },
          { label: "How many", numeric: true, cell: ({ count }) => count },
        ]}
      />
      <p class="text-sm text-muted">
        Hash of this plan: <code class="font-mono wrap-anywhere text-ink">{plan.hash}</code>
      </p>
      <PostForm
        action={action}
        hidden={{ ...choiceFields(plan.choice), plan_hash: plan.hash }}
        class="grid max-w-text gap-5"
      >
        <TextField
          name="confirm"
          label={
            <>
              Type <strong>{phrase}</strong> to confirm
            </>
          }
          hint="This cannot be undone. The audit log keeps a receipt without personal data."
          value={confirm.typed}
          error={confirm.error}
        />
        <p class="flex flex-wrap gap-2">
          <Button name="intent" value="erase" variant="danger">Erase</Button>
          <ButtonLink href={action} variant="secondary">Cancel</ButtonLink>
        </p>
      </PostForm>
    </div>
  );
}
