import type { JSX } from "preact";
import { MAX_COMPARED } from "../../../lib/catalog/mod.ts";
import type { CitedPassage } from "../../../lib/corpus/mod.ts";
import { Alternatives } from "./Alternatives.tsx";
import { BuiltWith } from "./BuiltWith.tsx";
import { AnswerSummary } from "./AnswerSummary.tsx";
import { Evidence } from "./Evidence.tsx";
import { FiredRules, rulesInWords } from "./FiredRules.tsx";
import { LeadPick } from "./LeadPick.tsx";
import { Gallery } from "../gallery/Gallery.tsx";
import { MetRequirements } from "./MetRequirements.tsx";
import { Reasons } from "./Reasons.tsx";
import { AnswerPictures, OtherPictures } from "./PictureRows.tsx";
import type { ResultProjects } from "../projects/project_cards.ts";
import type { ResultPictures } from "./result_pictures.ts";
import type { PickView, ResultView } from "./result_view.ts";
import { type Share, ShareLink } from "./ShareLink.tsx";

interface PickedProps {
  result: ResultView;
  pick: PickView;
  /** What the corpus says about the pick, quoted. */
  evidence: readonly CitedPassage[];
  pictures: ResultPictures;
  projects: ResultProjects;
  share: Share;
  /** Stands behind everything that speaks for the pick. */
  leadForm?: JSX.Element;
}

/** A result with a pick: the pick, why, what is written of it, what would also do, and the rules behind it. */
export function Picked(props: PickedProps): JSX.Element {
  const { result, pick, evidence, pictures, projects, share, leadForm } = props;
  const { lead, reasons, requirements, alternatives, tier, tierSteps, note } = pick;
  const { firedRules } = result;
  const everyId = [lead, ...alternatives.map(({ system }) => system)].map(({ id }) => id);
  return (
    <>
      <LeadPick
        system={lead}
        tier={tier}
        tierSteps={tierSteps}
        comparableIds={everyId.slice(0, MAX_COMPARED)}
        picture={pictures.lead}
      />
      {pictures.gallery && (
        <section aria-labelledby="pictures" class="mt-14 sm:mt-20">
          <h2 id="pictures" class="text-2xl">{lead.name} in pictures</h2>
          <Gallery
            name={lead.name}
            systemId={lead.id}
            gallery={pictures.gallery}
            whyById={pictures.whyById}
            class="mt-6 sm:mt-8"
          />
        </section>
      )}
      <div class="mt-14 grid gap-x-20 gap-y-14 border-t border-ink pt-6 sm:mt-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div class="grid content-start gap-14">
          <section aria-labelledby="reasons">
            <h2 id="reasons" class="text-2xl">Why it fits</h2>
            <div class="mt-6">
              <Reasons reasons={reasons} />
            </div>
          </section>
          {requirements.length > 0 && (
            <section aria-labelledby="requirements">
              <h2 id="requirements" class="text-2xl">It meets what your answers require</h2>
              <div class="mt-6">
                <MetRequirements requirements={requirements} />
              </div>
            </section>
          )}
        </div>
        <div class="grid content-start gap-10">
          <AnswerSummary result={result} />
          <ShareLink share={share} />
        </div>
      </div>
      <AnswerPictures pictures={pictures.answers} />
      <BuiltWith lead={lead} projects={projects} />
      <Evidence systemName={lead.name} passages={evidence} />
      {alternatives.length > 0 && (
        <Alternatives lead={lead} alternatives={alternatives} tierSteps={tierSteps} note={note} />
      )}
      <OtherPictures pictures={pictures.others} />
      {leadForm}
      <div class="mt-16">
        <FiredRules rules={firedRules} summary={`Why this? ${rulesInWords(firedRules.length)}`} />
      </div>
    </>
  );
}
