import type { JSX } from "preact";
import { TRACK_STEP } from "../../../lib/journey/mod.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import type { KeptJourney } from "../../../lib/wizard/mod.ts";
import { ChoiceForm, ErrorSummary } from "./ChoiceForm.tsx";
import { ContinueNotice } from "./ContinueNotice.tsx";
import { WizardFrame } from "./WizardFrame.tsx";

interface TrackStepProps {
  tracks: readonly { id: string; name: string; description: string }[];
  /** The track chosen before. */
  chosen: string | null;
  /** Answers to keep where the next track asks for them too. */
  optionIds: readonly string[];
  error: boolean;
  /** Says which answers the session kept when the page was made. */
  known?: string;
  /** What the buyer answered before, found again. */
  kept: KeptJourney | null;
}

/** The first step: which kind of project it is, and so which questions are worth asking. */
export function TrackStep(
  { tracks, chosen, optionIds, error, known = "", kept }: TrackStepProps,
): JSX.Element {
  return (
    <WizardFrame back={<BackLink href="/">Start page</BackLink>}>
      {kept && !error && <ContinueNotice kept={kept} class="mt-6" />}
      {error && <ErrorSummary multiple={false} firstOptionId={tracks[0]?.id} />}
      <p aria-current="step" class="mt-6 mb-3 text-sm text-muted">Before the questions</p>
      <ChoiceForm
        title="What kind of project is it?"
        help={optionIds.length > 0
          ? "We keep the answers that both kinds of project ask for."
          : "We ask only the questions that matter for it."}
        multiple={false}
        options={tracks.map(({ id, name, description }) => ({ id, label: name, description }))}
        selected={chosen === null ? [] : [chosen]}
        error={error}
        hidden={{ options: optionIds.join(","), from: TRACK_STEP, known }}
      />
    </WizardFrame>
  );
}
