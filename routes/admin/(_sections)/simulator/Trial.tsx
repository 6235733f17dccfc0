import type { JSX } from "preact";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { newRecordHref, recordHref } from "@/components/hrefs/admin.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { ScenarioChanges } from "../scenarios/ScenarioChanges.tsx";
import { Difference } from "./Difference.tsx";
import { ScenarioLink, StateLink, SwitchLink } from "./StateLink.tsx";
import type { GivenDraft, SimulatorView } from "./view.ts";

/** The unsaved changes under trial, and the difference that they make for these answers. */
export function TrialPanel({ view }: { view: SimulatorView }): JSX.Element | null {
  const { draft, switched, trial, state, runs } = view;
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
            : "Trying rules that differ from those saved"}
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
              <SwitchLink view={view} rule={rule} to="stored">As saved</SwitchLink>
            </li>
          ))}
        </ul>
      )}
      {trial.asIfPublished.map((name) => (
        <p key={name} class="mt-1 text-muted">{name} is a draft, and tried as if published.</p>
      ))}
      <Difference view={view} trial={trial} names={names} />
      {runs.length > 0 && (
        <ScenarioChanges
          changes={trial.scenarios}
          total={runs.length}
          snapshot={view.snapshot}
          link={(scenario) => <ScenarioLink view={view} scenario={scenario} />}
        />
      )}
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
      hidden={{ intent: "edit-draft", draft: text, ...(!stored && givenId && { id: givenId }) }}
    >
      <Button variant="secondary">Back to the editor</Button>
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
            {ruleSet?.name ?? "another"}. Choose a track that uses its rule set.
          </p>
        </Notice>
      )}
    </>
  );
}
