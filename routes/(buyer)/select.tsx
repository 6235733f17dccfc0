import { page } from "fresh";
import type { JSX } from "preact";
import { DRAWING_LOOK } from "../../components/buyer/drawings/look.ts";
import { SystemSymbol } from "../../components/buyer/drawings/SystemDrawing.tsx";
import { EmptyCatalog } from "../../components/buyer/EmptyCatalog.tsx";
import { selectHref } from "../../components/buyer/hrefs.ts";
import type { DroppedAnswers } from "../../components/buyer/wizard/DroppedNotice.tsx";
import { symbolId } from "../../components/buyer/wizard/InPlay.tsx";
import { TrackStep } from "../../components/buyer/wizard/TrackStep.tsx";
import { answeredAt, type WizardView } from "../../components/buyer/wizard/view.ts";
import { PageHeader } from "../../components/ui/PageHeader.tsx";
import { SelectionWizard } from "../../islands/SelectionWizard.tsx";
import {
  perSnapshot,
  type Snapshot,
  summarizeSystems,
  type SystemSummary,
} from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import {
  buildWizardModel,
  chosenOf,
  parseWizardState,
  questionAt,
  readAnswers,
  resolveStep,
  stateAfter,
  TRACK_STEP,
  type WizardModel,
  type WizardState,
} from "../../lib/journey/mod.ts";
import { meetsRequirements } from "../../lib/selection/mod.ts";

/** More choices than any question offers. */
const MAX_CHOICES = 100;

const models = perSnapshot(() => new Map<string | null, WizardModel>());

export const handler = define.handlers({
  GET(ctx) {
    const snapshot = ctx.state.services.catalog.current();
    const query = ctx.url.searchParams;
    const state = parseWizardState(query);
    const model = modelOf(snapshot, state.track);
    if (query.has("from")) return ctx.redirect(afterForm(snapshot, state, query), 303);

    const error = query.get("error") === "choose";
    const asksTrack = state.step === TRACK_STEP || (model.track === null && state.step === null);
    if (asksTrack && snapshot.tracks.length > 0) {
      ctx.state.title = titled("What kind of project is it?", error);
      const { optionIds } = state;
      return page({
        kind: "track" as const,
        tracks: snapshot.tracks,
        chosen: model.track,
        optionIds,
        error,
      });
    }
    if (model.questions.length === 0) {
      ctx.state.title = "Find your system";
      return page({ kind: "empty" as const });
    }
    const step = resolveStep(model, state);
    const { optionIds, dropped } = readAnswers(model, state.optionIds);
    const question = questionAt(model, step);
    const stopped = error && question !== undefined;
    ctx.state.title = titled(question?.question ?? "Check your answers", stopped);
    const view: WizardView = {
      model,
      optionIds,
      step,
      returning: state.returning,
      draft: stopped ? [] : answeredAt(model, step, optionIds),
      error: stopped,
      dropped: describeDropped({ snapshot, model, dropped }),
      move: 0,
    };
    return page({ kind: "step" as const, view, systems: summarizeSystems(snapshot) });
  },
});

export default define.page<typeof handler>(function SelectPage({ data }) {
  if (data.kind === "track") return <TrackStep {...data} />;
  if (data.kind === "empty") {
    return (
      <>
        <PageHeader title="Find your system" />
        <EmptyCatalog title="There is nothing to ask yet" />
      </>
    );
  }
  return (
    <>
      <Symbols systems={data.systems} />
      <SelectionWizard initial={data.view} />
    </>
  );
});

/** The drawings that the wizard shows of every system, once, outside what the browser renders anew. */
function Symbols({ systems }: { systems: readonly SystemSummary[] }): JSX.Element {
  return (
    <svg class={`${DRAWING_LOOK} absolute size-0`} aria-hidden="true" focusable="false">
      {systems.map((system) => (
        <SystemSymbol key={system.id} id={symbolId(system.id)} system={system} />
      ))}
    </svg>
  );
}

/** A model is the same for everyone until the catalog changes, so each track's is built once. */
function modelOf(snapshot: Snapshot, track: string | null): WizardModel {
  const known = snapshot.tracks.some(({ id }) => id === track) ? track : null;
  const built = models(snapshot);
  let model = built.get(known);
  if (!model) {
    model = buildWizardModel(snapshot, known, meetsRequirements);
    built.set(known, model);
  }
  return model;
}

/** Where a submitted form leads: to the next step, or back to its own when nothing was chosen. */
function afterForm(snapshot: Snapshot, state: WizardState, query: URLSearchParams): string {
  const model = modelOf(snapshot, state.track);
  const from = query.get("from") ?? "";
  const choices = query.getAll("choice").slice(0, MAX_CHOICES);
  const skips = query.get("go") === "skip";
  const to = (next: Partial<WizardState>): string =>
    selectHref({ ...state, track: model.track, ...next });
  if (from === TRACK_STEP) {
    const chosen = modelOf(snapshot, choices[0] ?? null);
    if (!skips && chosen.track === null) return `${to({ step: TRACK_STEP })}&error=choose`;
    const next = skips ? modelOf(snapshot, null) : chosen;
    return to({ track: next.track, step: resolveStep(next, { ...state, step: null }) });
  }
  const asked = questionAt(model, from);
  if (!asked) return to({ step: null });
  const chosen = chosenOf(asked, choices);
  if (!skips && chosen.length === 0) return `${to({ step: from })}&error=choose`;
  return selectHref(stateAfter(model, state, { factorId: from, choices: skips ? [] : chosen }));
}

/** What an address asked for that its track does not ask, in words; null when nothing. */
function describeDropped(
  { snapshot, model, dropped }: { snapshot: Snapshot; model: WizardModel; dropped: string[] },
): DroppedAnswers | null {
  const factorIds = new Set(dropped.map((id) => snapshot.factorIdByOptionId.get(id)));
  const unknown = dropped.filter((id) => !snapshot.factorIdByOptionId.has(id)).length;
  const factors = snapshot.factors
    .filter(({ id }) => factorIds.has(id) && !questionAt(model, id))
    .map(({ name }) => name);
  return factors.length === 0 && unknown === 0 ? null : { factors, unknown };
}

function titled(subject: string, error: boolean): string {
  return error ? `Error: ${subject}` : subject;
}
