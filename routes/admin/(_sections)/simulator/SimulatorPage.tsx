import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { resultsHref } from "@/components/hrefs/buyer.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { Tabs } from "@/components/admin/list/links.tsx";
import { ADMIN_ROOT, sectionHref } from "@/components/hrefs/admin.ts";
import { AnswersForm } from "./AnswersForm.tsx";
import { countDropped, Demands } from "./Demands.tsx";
import { FiredRules } from "./FiredRules.tsx";
import { Pick } from "./Pick.tsx";
import { Ranking } from "./Ranking.tsx";
import { Scenarios } from "./Scenarios.tsx";
import { NearRules, UnableRules } from "./UnfiredRules.tsx";
import { DraftForm, ScenarioLink, StateLink } from "./StateLink.tsx";
import { TrialPanel } from "./Trial.tsx";
import type { SimulatorView } from "./view.ts";
import { issueInWords } from "./labels.ts";

/** The simulator: the answers on one side, the result with its reasons on the other. */
export function SimulatorPage({ view }: { view: SimulatorView }): JSX.Element {
  const { simulation: { answers, ruleSet, track }, draft, trial } = view;
  const isAnswered = answers.optionIds.length > 0;
  return (
    <>
      <AdminHeader
        title="Simulator"
        lead="Answer as a buyer would, and see what is recommended and why. Nothing here is saved or counted."
        actions={isAnswered && (
          <ButtonLink
            variant="secondary"
            href={resultsHref({ track: track?.id ?? null, optionIds: [...answers.optionIds] })}
          >
            {trial ? "Open as buyers see it now" : "Open as the buyer sees it"}
            <Icon name="external" class="size-4" />
          </ButtonLink>
        )}
      />
      {draft && <DraftForm text={draft.text} action={`${ADMIN_ROOT}/simulator`} />}
      <p class="pb-4 min-[70rem]:hidden">
        <a href="#found" class="text-link">To the result</a>
      </p>
      <div class="sim">
        <AnswersForm view={view} />
        <div id="found" class="sim-result" data-summary={summaryOf(view)}>
          <TrialPanel view={view} />
          <Issues view={view} />
          {isAnswered
            ? (
              <>
                <p class="text-xs text-muted">
                  {track ? track.name : "No track"}, matched against{" "}
                  {ruleSet?.name ?? "no rule set"}
                </p>
                <Pick view={view} />
                <Sections view={view} />
                <FiredRules view={view} />
                <NearRules view={view} />
                <Demands view={view} />
                <Ranking view={view} />
                <UnableRules view={view} />
              </>
            )
            : <Unanswered view={view} />}
          <Scenarios view={view} />
        </div>
      </div>
      <p id="simulated" role="status" class="sr-only" />
      <script src={asset("/admin_simulator.js")} defer />
    </>
  );
}

/** The result in one sentence, announced to screen readers. */
function summaryOf({ simulation: { answers, selection: { lead } } }: SimulatorView): string {
  if (answers.optionIds.length === 0) return "Nothing is answered yet.";
  return lead ? `The buyer gets ${lead.name}.` : "Nothing is recommended.";
}

/** Links to the sections below, with their counts. */
function Sections({ view: { simulation, runs } }: { view: SimulatorView }): JSX.Element {
  const { fired, unfired, demands, ranking } = simulation;
  const tabs = [
    { href: "#fired", label: "Fired", note: fired.length },
    { href: "#near", label: "Nearly fired", note: unfired.nearCount },
    { href: "#dropped", label: "Ruled out", note: countDropped(demands) },
    { href: "#ranking", label: "How the pick was decided", note: ranking.length },
    { href: "#unable", label: "Cannot fire", note: unfired.unable.length },
    { href: "#scenarios", label: "Scenarios", note: runs.length },
  ].filter(({ href, note }) => note > 0 || (href !== "#ranking" && href !== "#unable"));
  return <Tabs label="Parts of the result" tabs={tabs} />;
}

/** Most scenarios that a page without answers offers to start from. */
const MOST_STARTS = 8;

function Unanswered({ view }: { view: SimulatorView }): JSX.Element {
  const { runs } = view;
  return (
    <EmptyState title="Nothing is answered yet">
      <p>
        Choose a track and some answers. {runs.length > 0 && "Or start from a scenario:"}
      </p>
      {runs.length > 0 && (
        <ul class="mt-3 grid gap-1.5 text-sm wrap-anywhere">
          {runs.slice(0, MOST_STARTS).map(({ scenario }) => (
            <li key={scenario.id}>
              <ScenarioLink view={view} scenario={scenario} />
            </li>
          ))}
        </ul>
      )}
      {runs.length > MOST_STARTS && (
        <p class="mt-3 text-sm">
          <a href={sectionHref("scenarios")} class="text-link">All {runs.length} scenarios</a>
        </p>
      )}
    </EmptyState>
  );
}

/** Warnings about answers, tracks and rules in the address that buyers could not have. */
function Issues({ view }: { view: SimulatorView }): JSX.Element | null {
  const { state, simulation: { issues, trackIssue, ruleSet }, unknownRules } = view;
  const set = ruleSet?.name ?? "no rule set";
  const sentences = [
    ...(trackIssue === null ? [] : [
      `${
        trackIssue === "retired"
          ? `The track ${state.track} is retired`
          : `There is no track ${state.track}`
      }. The answers are matched against ${set}.`,
    ]),
    ...issues.map(issueInWords),
    ...state.unread.map((text) => `“${text.slice(0, 60)}” cannot be the id of an answer.`),
    ...unknownRules.map((id) => `There is no rule with the id ${id}, so nothing is switched.`),
  ];
  if (sentences.length === 0) return null;
  const without = new Set(
    issues.filter(({ kind }) => kind !== "several").map(({ optionId }) => optionId),
  );
  return (
    <Notice tone="warning" title="Buyers cannot reach all of this">
      <ul class="grid gap-0.5">
        {sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}
      </ul>
      {without.size + state.unread.length > 0 && (
        <p class="mt-1.5">
          <StateLink
            view={view}
            to={{ optionIds: state.optionIds.filter((id) => !without.has(id)), unread: [] }}
          >
            Leave these out
          </StateLink>
        </p>
      )}
    </Notice>
  );
}
