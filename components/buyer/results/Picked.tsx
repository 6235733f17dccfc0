import type { JSX } from "preact";
import type { CitedPassage } from "@/lib/corpus/mod.ts";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { ComparisonTable } from "../ComparisonTable.tsx";
import { Gallery } from "../gallery/Gallery.tsx";
import { OnThisPage } from "../OnThisPage.tsx";
import type { ResultProjects } from "../projects/project_cards.ts";
import { Alternatives } from "./Alternatives.tsx";
import { AnswerVerdicts } from "./AnswerVerdicts.tsx";
import { BuiltWith } from "./BuiltWith.tsx";
import { Evidence } from "./Evidence.tsx";
import { AnswerPictures, OtherPictures } from "./PictureRows.tsx";
import { Reasons } from "./Reasons.tsx";
import { Receipt } from "./Receipt.tsx";
import type { ResultPictures } from "./result_pictures.ts";
import type { PickView, ResultView } from "./result_view.ts";
import { FiredRules, formatRuleCount } from "./FiredRules.tsx";
import { type Share, ShareLink } from "./ShareLink.tsx";
import { Verdict } from "./Verdict.tsx";
import { WhatWouldChange } from "./WhatWouldChange.tsx";

/** A result with a pick: first the verdict on one screen, then each answer, the reasons, alternatives and evidence. */
export function Picked({ result, pick, evidence, pictures, projects, share, leadForm }: {
  result: ResultView;
  pick: PickView;
  /** Passages of the corpus about the pick. */
  evidence: readonly CitedPassage[];
  pictures: ResultPictures;
  projects: ResultProjects;
  share: Share;
  /** Placed after everything that supports the pick. */
  leadForm?: JSX.Element;
}): JSX.Element {
  const { lead, reasons, note, comparison } = pick;
  const { verdict, track } = result;
  const furtherReasons = reasons.slice(1);
  return (
    <>
      <Verdict result={result} pick={pick} picture={pictures.lead} url={share.url} />
      <OnThisPage
        parts={[
          verdict.answers.length > 0 && ["answers", "Your answers"],
          verdict.changes.length > 0 && ["change", "What if"],
          furtherReasons.length > 0 && ["reasons", "More reasons"],
          verdict.receipt !== null && ["receipt", "The difference"],
          pick.alternatives.length > 0 && ["cheaper", "Costs less"],
          pictures.gallery !== null && ["pictures", "Pictures"],
          projects.matched.length + projects.related.length > 0 && ["projects", "Projects"],
          evidence.length > 0 && ["evidence", "Documents"],
          leadForm !== undefined && ["ask-title", "Ask us"],
        ]}
      />
      <div class="mt-8 grid grid-cols-1 gap-x-20 gap-y-14 print:mt-14 print:border-t print:border-ink print:pt-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] print:block">
        <AnswerVerdicts result={result} />
        <div class="grid grid-cols-1 content-start gap-12 print:mt-10 print:block">
          <WhatWouldChange pick={lead.name} changes={verdict.changes} track={track} />
          <ShareLink share={share} />
        </div>
      </div>
      {furtherReasons.length > 0 && (
        <PageSection id="reasons" title="What else speaks for it">
          <div class={furtherReasons.length > 1 ? "mt-6" : "mt-6 max-w-text"}>
            <Reasons reasons={furtherReasons} />
          </div>
        </PageSection>
      )}
      {verdict.receipt && <Receipt receipt={verdict.receipt} note={note} />}
      <Alternatives pick={pick} answers={result} />
      {comparison && (
        <section aria-labelledby="side-by-side" class="mt-16 hidden print:block">
          <h2 id="side-by-side" class="mb-4 text-2xl">Side by side</h2>
          <ComparisonTable {...pick} comparison={comparison} onlyDifferences />
        </section>
      )}
      {pictures.gallery && (
        <PageSection id="pictures" title={`${lead.name} in pictures`}>
          <Gallery
            name={lead.name}
            systemId={lead.id}
            gallery={pictures.gallery}
            whyById={pictures.whyById}
          />
        </PageSection>
      )}
      <AnswerPictures pictures={pictures.answers} />
      <BuiltWith lead={lead} projects={projects} />
      <Evidence systemName={lead.name} passages={evidence} />
      <OtherPictures pictures={pictures.others} />
      {leadForm}
      <div class="mt-16">
        <FiredRules
          rules={verdict.rules}
          summary={`Why this? ${formatRuleCount(verdict.rules.length)}`}
        />
      </div>
    </>
  );
}
