import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { counted } from "@/components/ui/counted.ts";
import type { HotLeadTrial as Trial } from "@/lib/crm/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

interface HotLeadTrialProps {
  /** Null when the store of sessions does not answer. */
  trial: Trial | null;
  /** Why the rule flags nobody; null for an active rule. */
  inactive: "disabled" | "no_condition" | null;
  /** Whether the rule is the unsaved one in the form. */
  isDraft: boolean;
}

/** How many of the latest leads the rule would have flagged (spec §2.6). */
export function HotLeadTrial({ trial, inactive, isDraft }: HotLeadTrialProps): JSX.Element {
  const rule = isDraft ? "The unsaved rule" : "The saved rule";
  return (
    <Block title="What the hot-lead rule does">
      <p
        id="hot-lead-trial"
        class="border-y border-line py-3 text-sm"
        role={isDraft ? "status" : undefined}
        tabIndex={-1}
        autofocus={isDraft}
      >
        {trial === null
          ? "We cannot look up past leads right now."
          : trial.total === 0
          ? "There is no lead to try it on: none that has landed still has its session."
          : `${rule} would have flagged ${formatCount(trial.flagged)} of the last ${
            counted(trial.total, "lead")
          }.`} {inactive === "disabled" && "It is switched off."}
        {inactive === "no_condition" && "It has no condition, so it flags nobody."}
      </p>
    </Block>
  );
}
