import type { JSX } from "preact";
import type { KeptJourney } from "@/lib/wizard/mod.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { resultsHref, selectHref } from "@/components/hrefs/buyer.ts";
import { StartOver } from "./StartOver.tsx";

/** Offers to continue where the buyer left off, to see the result when every question is answered, or to start over. */
export function ContinueNotice({ kept, class: className }: {
  kept: KeptJourney;
  class?: string;
}): JSX.Element {
  const { state, answered, questions, trackName } = kept;
  const whole = answered === questions;
  return (
    <section
      class={classNames("border-s-3 border-accent bg-surface-raised p-5 sm:p-6", className)}
      aria-labelledby="continue"
    >
      <div class="flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
        <div>
          <h2 id="continue" class="text-lg font-medium">Continue where you left off</h2>
          <p class="mt-1 text-sm text-muted">
            {trackName && `${trackName}: `}
            {whole
              ? "every question is answered."
              : `${answered} of ${questions} questions ${answered === 1 ? "is" : "are"} answered.`}
          </p>
        </div>
        {whole
          ? (
            <div class="flex flex-wrap items-center gap-x-5 gap-y-2">
              <ButtonLink href={resultsHref(state)} variant="secondary">See your result</ButtonLink>
              <a href={selectHref(state)} class="text-link tap inline-block py-1 text-sm">
                Check your answers
              </a>
            </div>
          )
          : <ButtonLink href={selectHref(state)} variant="secondary">Continue</ButtonLink>}
      </div>
      <StartOver />
    </section>
  );
}
