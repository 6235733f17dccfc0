import type { ComponentChildren, JSX } from "preact";
import type { ScenarioChange, Simulation } from "../../../lib/simulation/mod.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { counted } from "../../ui/counted.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../ui/Table.tsx";
import { newRecordHref, recordHref } from "../hrefs.ts";
import { PostForm } from "../RecordForm.tsx";
import { SystemName } from "./parts.tsx";
import { withSwitched } from "./state.ts";
import { StateLink } from "./StateLink.tsx";
import type { GivenDraft, SimulatorView, Trial } from "./view.ts";
import { systemName } from "./words.ts";

/** What is tried and not saved, and the difference that it makes for these answers. */
export function TrialPanel({ view }: { view: SimulatorView }): JSX.Element | null {
  const { draft, switched, trial, state } = view;
  if (trial === null) return null;
  const names = draft
    ? { after: "With this draft", before: draft.stored ? "As saved" : "Without it" }
    : { after: "With the change", before: "As saved" };
  return (
    <section aria-labelledby="trial" class="sim-trial">
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id="trial" class="text-base font-medium">
          {draft
            ? draft.stored
              ? `Trying an unsaved draft of ${draft.stored.name}`
              : `Trying an unsaved draft of a new rule, ${draft.rule.name}`
            : "Trying other rules than those saved"}
          <Badge tone="accent" class="ms-3 align-middle">Not saved</Badge>
        </h2>
        {draft && <BackToEditor draft={draft} />}
      </div>
      {draft && <DraftRemarks view={view} draft={draft} />}
      {switched.length > 0 && (
        <ul class="mt-1 grid gap-1">
          {switched.map(({ rule, to }) => (
            <li key={rule.id} class="flex flex-wrap gap-x-3">
              <span>
                <a href={recordHref("rules", rule.id)} class="text-link">{rule.name}</a> is switched
                {" "}
                {to}
                {draft && " on both sides"}.
              </span>
              <StateLink view={view} to={withSwitched(state, { ruleId: rule.id, to: "stored" })}>
                As saved<span class="sr-only">: {rule.name}</span>
              </StateLink>
            </li>
          ))}
        </ul>
      )}
      <Difference view={view} trial={trial} names={names} />
      <ScenarioChanges view={view} trial={trial} />
      <nav aria-label="Which result to show" class="tabs mt-4 mb-0!">
        <StateLink view={view} to={{ before: false }} current={!state.before} class="">
          {names.after}
        </StateLink>
        <StateLink view={view} to={{ before: true }} current={state.before} class="">
          {names.before}
        </StateLink>
      </nav>
    </section>
  );
}

function BackToEditor({ draft: { stored, text, givenId } }: { draft: GivenDraft }): JSX.Element {
  return (
    <PostForm
      action={stored ? recordHref("rules", stored.id) : newRecordHref("rules")}
      hidden={{ go: "edit-draft", draft: text, ...(!stored && givenId && { id: givenId }) }}
    >
      <Button variant="secondary" size="small">Back to the editor</Button>
    </PostForm>
  );
}

function DraftRemarks({ view, draft }: { view: SimulatorView; draft: GivenDraft }): JSX.Element {
  const { simulation: { ruleSet, track }, snapshot } = view;
  const own = snapshot.catalog.ruleSets.find(({ id }) => id === draft.rule.ruleSetId);
  const isElsewhere = ruleSet?.id !== draft.rule.ruleSetId;
  return (
    <>
      {!draft.enabled && (
        <p class="mt-1 text-muted">It is switched off in the editor, and tried as if it were on.</p>
      )}
      {isElsewhere && (
        <Notice tone="warning" class="mt-2">
          <p>
            The draft belongs to {own?.name ?? draft.rule.ruleSetId}, and{" "}
            {track ? track.name : "answers without a track"} {track ? "is" : "are"} matched against
            {" "}
            {ruleSet?.name ?? "another"}. Choose a track that uses it to see it at work.
          </p>
        </Notice>
      )}
    </>
  );
}

interface Sides {
  view: SimulatorView;
  trial: Trial;
}

function Difference(
  { view, trial: { before, after, difference, same }, names }: Sides & {
    names: { before: string; after: string };
  },
): JSX.Element | null {
  if (view.state.optionIds.length === 0) {
    return <p class="mt-2 text-muted">Answer something to see what it changes.</p>;
  }
  const isDraftSilent = view.draft !== null &&
    !after.fired.some(({ rule }) => rule.id === view.draft?.rule.id);
  return (
    <>
      <div class="mt-3">
        <Table caption="The result on either side" captionHidden>
          <thead>
            <tr>
              <ColumnHead>
                <span class="sr-only">Part of the result</span>
              </ColumnHead>
              <ColumnHead>{names.before}</ColumnHead>
              <ColumnHead>{names.after}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            <tr>
              <RowHead>Lead</RowHead>
              <Cell>
                <LeadOf simulation={before} />
              </Cell>
              <Cell>
                <LeadOf simulation={after} />
              </Cell>
            </tr>
            <tr>
              <RowHead>Cheaper</RowHead>
              <Cell>
                <CheaperOf simulation={before} />
              </Cell>
              <Cell>
                <CheaperOf simulation={after} />
              </Cell>
            </tr>
          </tbody>
        </Table>
      </div>
      {same && <p class="mt-2 font-medium">Buyers with these answers get the same.</p>}
      {difference.length > 0 && (
        <ul class="mt-2 grid gap-0.5">
          {difference.map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
      )}
      {isDraftSilent && <p class="mt-1 text-muted">The draft does not fire for these answers.</p>}
    </>
  );
}

function LeadOf({ simulation: { selection: { lead } } }: { simulation: Simulation }): JSX.Element {
  return lead
    ? (
      <>
        <SystemName id={lead.systemId} name={lead.name} />
        {lead.budgetTier && <span class="text-muted">{` (${lead.budgetTier})`}</span>}
      </>
    )
    : <>Nothing recommended</>;
}

function CheaperOf(
  { simulation: { selection: { alternatives } } }: { simulation: Simulation },
): JSX.Element {
  return <>{alternatives.length === 0 ? "None" : alternatives.map(({ name }) => name).join(", ")}
  </>;
}

function ScenarioChanges({ view, trial: { scenarios } }: Sides): JSX.Element | null {
  const { broken, mended } = scenarios;
  const total = view.runs.length;
  if (total === 0) return null;
  if (broken.length + mended.length === 0) {
    return (
      <p class="mt-2 text-muted">
        {counted(total, "scenario")} {total === 1 ? "fares" : "fare"} as before.
      </p>
    );
  }
  return (
    <div class="mt-2 grid gap-2">
      <Changed label="It would break" changes={broken} view={view} />
      <Changed label="It would mend" changes={mended} view={view} />
    </div>
  );
}

function Changed(
  { label, changes, view }: {
    label: ComponentChildren;
    changes: readonly ScenarioChange[];
    view: SimulatorView;
  },
): JSX.Element | null {
  if (changes.length === 0) return null;
  return (
    <div>
      <h3 class="font-medium">{label} {counted(changes.length, "scenario")}</h3>
      <ul class="sim-reasons">
        {changes.map(({ scenario, before, after }) => (
          <li key={scenario.id}>
            <StateLink
              view={view}
              to={{ track: scenario.trackId, optionIds: scenario.optionIds, before: false }}
            >
              {scenario.name}
            </StateLink>
            <span class="text-muted">
              : {systemName(view.snapshot, after.actualSystemId)} instead of{" "}
              {systemName(view.snapshot, before.actualSystemId)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
