import type { JSX } from "preact";
import { CHECK_STEP, formatWizardState } from "../../../lib/journey/mod.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { selectHref, systemsHref } from "../hrefs.ts";
import { AnswerSummary } from "./AnswerSummary.tsx";
import { FiredRules } from "./FiredRules.tsx";
import type { ResultView } from "./result_view.ts";
import { type Share, ShareLink } from "./ShareLink.tsx";
import { WaysOut } from "./WaysOut.tsx";

interface NotPickedProps {
  result: ResultView;
  share: Share;
  /** Where people can be reached; null when the service knows of no such place. */
  contactUrl: string | null;
}

/** A result without a pick: why, and the ways out. The two causes read differently (spec §4.1). */
export function NotPicked({ result, share, contactUrl }: NotPickedProps): JSX.Element {
  if (result.answers.length === 0) {
    return (
      <PageHeader
        class="sm:pt-8"
        title="Nothing is answered yet"
        lead={result.explanation}
        actions={<ButtonLink href={selectHref(result.track)}>Answer the questions</ButtonLink>}
      />
    );
  }
  const { track, optionIds, waysOut, firedRules } = result;
  const check = formatWizardState({ track, optionIds, step: CHECK_STEP, returning: false });
  return (
    <>
      <PageHeader class="sm:pt-8" title="No system does all of this" lead={result.explanation} />
      <div class="grid gap-x-20 gap-y-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div class="grid content-start gap-12">
          {waysOut.length > 0 && <WaysOut ways={waysOut} track={track} />}
          <div class="flex flex-wrap gap-3 print:hidden">
            <ButtonLink
              href={`/select${check}`}
              variant={waysOut.length > 0 ? "secondary" : "primary"}
            >
              Change your answers
            </ButtonLink>
            {contactUrl && (
              <ButtonLink href={contactUrl} variant="secondary">Ask an advisor</ButtonLink>
            )}
            <ButtonLink href={systemsHref()} variant="quiet">Look through all systems</ButtonLink>
          </div>
          {firedRules.length > 0 && <FiredRules rules={firedRules} />}
        </div>
        <div class="grid content-start gap-10">
          <AnswerSummary result={result} />
          <ShareLink share={share} />
        </div>
      </div>
    </>
  );
}
