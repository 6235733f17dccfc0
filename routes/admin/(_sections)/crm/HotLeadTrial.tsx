import type { JSX } from "preact";
import { Block } from "../overview/Overview.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import type { HotLeadTrial as Trial } from "../../../../lib/crm/mod.ts";

interface HotLeadTrialProps {
  trial: Trial;
  /** Why the rule flags nobody; null where it decides. */
  inactive: "disabled" | "no_condition" | null;
  /** Whether it is the rule as it stands in the form, and not yet saved. */
  isDraft: boolean;
}

/** What the rule would have done with the latest leads (spec §2.6). */
export function HotLeadTrial({ trial, inactive, isDraft }: HotLeadTrialProps): JSX.Element {
  const rule = isDraft ? "This rule, which is not saved," : "The rule as it is saved";
  return (
    <Block title="What the hot-lead rule does">
      <p
        id="hot-lead-trial"
        class="border-y border-line py-3 text-sm"
        role={isDraft ? "status" : undefined}
      >
        {trial.total === 0
          ? "There is no lead yet to try it on."
          : `${rule} would have flagged ${trial.flagged} of the last ${
            counted(trial.total, "lead")
          }.`} {inactive === "disabled" && "It is switched off."}
        {inactive === "no_condition" && "It has no condition, so it flags nobody."}
      </p>
    </Block>
  );
}
