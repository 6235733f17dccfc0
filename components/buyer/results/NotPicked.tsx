import type { JSX } from "preact";
import { CHECK_STEP } from "@/lib/journey/mod.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import { SystemDrawing } from "../drawings/SystemDrawing.tsx";
import { LEAD_FORM_ID, selectHref, systemsHref } from "@/components/hrefs/buyer.ts";
import { AnswerVerdicts } from "./AnswerVerdicts.tsx";
import type { ResultView } from "./result_view.ts";
import { FiredRules, formatRuleCount } from "./FiredRules.tsx";
import { ResultActions } from "./ResultActions.tsx";
import { type Share, ShareLink } from "./ShareLink.tsx";
import { WaysOut } from "./WaysOut.tsx";

/** Stands for no particular system, so that its drawing is generic. */
const ANY_SYSTEM = { id: "any", operationType: null, material: null };

/** A result without a pick: why, and what helps. The text depends on whether there are any answers (spec §4.1). */
export function NotPicked({ result, share, contactUrl, contactLabel, leadForm }: {
  result: ResultView;
  share: Share;
  /** Address of the contact page; null where none is configured. */
  contactUrl: string | null;
  /** Label of the link to it. */
  contactLabel: string;
  leadForm?: JSX.Element;
}): JSX.Element {
  if (result.answers.length === 0) {
    return (
      <section class="grid grid-cols-1 items-center gap-x-16 gap-y-10 pt-6 lg:grid-cols-[6fr_5fr]">
        <div>
          <h1 class="text-3xl">Nothing is answered yet</h1>
          <p class="mt-4 max-w-text text-lg text-muted">{result.explanation}</p>
          <div class="mt-8 flex flex-wrap items-center gap-3">
            <ButtonLink href={selectHref({ track: result.track })}>Answer the questions</ButtonLink>
            <ButtonLink href={systemsHref()} variant="quiet">Look through all systems</ButtonLink>
          </div>
        </div>
        <SystemDrawing system={ANY_SYSTEM} class="h-auto w-full opacity-40 print:hidden" />
      </section>
    );
  }
  const { track, optionIds, verdict: { rules, changes } } = result;
  return (
    <>
      <PageHeader class="sm:pt-8" title="No system does all of this" lead={result.explanation} />
      <div class="grid grid-cols-1 gap-x-20 gap-y-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] print:block">
        <div class="grid content-start gap-12">
          {changes.length > 0 && <WaysOut ways={changes} track={track} />}
          <div class="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
            <ButtonLink
              href={selectHref({ track, optionIds, step: CHECK_STEP })}
              variant={changes.length > 0 ? "secondary" : "primary"}
            >
              Change your answers
            </ButtonLink>
            {contactUrl
              ? <ButtonLink href={contactUrl} variant="secondary">{contactLabel}</ButtonLink>
              : leadForm && (
                <ButtonLink href={`#${LEAD_FORM_ID}`} variant="secondary">Write to us</ButtonLink>
              )}
            <ButtonLink href={systemsHref()} variant="quiet">Look through all systems</ButtonLink>
            <ResultActions url={share.url} />
          </div>
          <AnswerVerdicts result={result} />
          {rules.length > 0 && <FiredRules rules={rules} summary={formatRuleCount(rules.length)} />}
        </div>
        <div class="grid content-start gap-10">
          <ShareLink share={share} />
        </div>
      </div>
      {leadForm}
    </>
  );
}
