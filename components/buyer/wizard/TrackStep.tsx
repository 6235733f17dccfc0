import type { JSX } from "preact";
import { CHECK_STEP, TRACK_STEP } from "@/lib/journey/mod.ts";
import { selectHref } from "@/components/hrefs/buyer.ts";
import { BackLink } from "@/components/ui/BackLink.tsx";
import type { KeptJourney } from "@/lib/wizard/mod.ts";
import { OfflineNote } from "../OfflineNote.tsx";
import { ChoiceForm, ErrorSummary } from "./ChoiceForm.tsx";
import { ContinueNotice } from "./ContinueNotice.tsx";
import { WizardFrame } from "./WizardFrame.tsx";

/** The first step: the kind of project (track), which decides the questions. */
export function TrackStep({
  tracks,
  chosen,
  optionIds,
  hasAnswers,
  returning,
  error,
  known = "",
  kept,
}: {
  tracks: readonly { id: string; name: string; description: string }[];
  /** Id of the track chosen before. */
  chosen: string | null;
  /** Ids of the chosen options, kept where the next track asks for them too. */
  optionIds: readonly string[];
  /** Whether any of them is an option. */
  hasAnswers: boolean;
  /** Whether the buyer came from the check of all answers. */
  returning: boolean;
  error: boolean;
  /** Mark of the answers that the session had when the page was rendered. */
  known?: string;
  /** The journey saved in the session; null without one. */
  kept: KeptJourney | null;
}): JSX.Element {
  const check = { track: chosen, optionIds: [...optionIds], step: CHECK_STEP };
  return (
    <WizardFrame
      back={returning
        ? <BackLink href={selectHref(check)} />
        : <BackLink href="/">Start page</BackLink>}
    >
      {kept && !error && <ContinueNotice kept={kept} class="mt-6" />}
      {error && <ErrorSummary multiple={false} firstOptionId={tracks[0]?.id} />}
      <p aria-current="step" class="mt-6 mb-3 text-sm text-muted">Before the questions</p>
      <ChoiceForm
        title="What kind of project is it?"
        help={hasAnswers
          ? "We keep the answers that both kinds of project ask for."
          : "We ask only the questions that matter for it."}
        multiple={false}
        options={tracks.map(({ id, name, description }) => ({ id, label: name, description }))}
        selected={chosen === null ? [] : [chosen]}
        error={error}
        hidden={{
          options: optionIds.join(","),
          from: TRACK_STEP,
          return: returning ? CHECK_STEP : "",
          known,
        }}
      />
      <OfflineNote />
    </WizardFrame>
  );
}
