import { page } from "fresh";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { OptionSymbol } from "@/components/buyer/drawings/OptionDrawing.tsx";
import { type OptionScene, optionScenes } from "@/components/buyer/drawings/option_scene.ts";
import { SystemIcon, SystemSymbol } from "@/components/buyer/drawings/SystemDrawing.tsx";
import { EmptyCatalog } from "@/components/buyer/EmptyCatalog.tsx";
import { OfflineNote } from "@/components/buyer/OfflineNote.tsx";
import { selectHref } from "@/components/hrefs/buyer.ts";
import { CheckStep } from "@/components/buyer/wizard/CheckStep.tsx";
import { type DroppedAnswers, DroppedNotice } from "@/components/buyer/wizard/DroppedNotice.tsx";
import { symbolId } from "@/components/buyer/wizard/InPlayShortlist.tsx";
import {
  LOOK_SHAPE,
  type OptionLooks,
  optionSymbolId,
} from "@/components/buyer/wizard/OptionLook.tsx";
import { StartOver } from "@/components/buyer/wizard/StartOver.tsx";
import { TrackStep } from "@/components/buyer/wizard/TrackStep.tsx";
import { answeredAt, RESTART, type WizardView } from "@/components/buyer/wizard/view.ts";
import { pictureView } from "@/components/ui/Picture.tsx";
import type { PictureView } from "@/components/ui/ShownPicture.tsx";
import { SelectionWizard } from "@/islands/SelectionWizard.tsx";
import {
  deepFreeze,
  type Snapshot,
  summarizeSystems,
  type SystemSummary,
} from "@/lib/catalog/mod.ts";
import { readConsent } from "@/lib/consent/mod.ts";
import { define } from "@/lib/define.ts";
import { parseForm } from "@/lib/http/mod.ts";
import {
  answersByFactor,
  CHECK_STEP,
  parseWizardState,
  questionAt,
  readAnswers,
  resolveStep,
  submitStep,
  TRACK_STEP,
  type WizardModel,
} from "@/lib/journey/mod.ts";
import type { MediaItem } from "@/lib/media/mod.ts";
import { beginMeasured, clearProgress, saveProgress } from "@/lib/session/mod.ts";
import {
  keptJourney,
  knownMark,
  standingOf,
  StepForm,
  withAnswersSince,
  wizardModel,
} from "@/lib/wizard/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { catalog, config, media } = ctx.state.services;
    const snapshot = catalog.current();
    const query = ctx.url.searchParams;
    const state = parseWizardState(query);
    const model = wizardModel(snapshot, state.track);
    const error = query.get("error") === "choose";
    const asksTrack = state.step === TRACK_STEP || (model.track === null && state.step === null);
    if (asksTrack && snapshot.tracks.length > 0) {
      ctx.state.title = titled("What kind of project is it?", error);
      const hasAnswers = state.optionIds.some((id) => snapshot.factorIdByOptionId.has(id));
      return page({
        kind: "track" as const,
        tracks: snapshot.tracks,
        chosen: model.track,
        optionIds: state.optionIds,
        hasAnswers,
        returning: state.returning,
        error,
        known: await knownMark(ctx.state.services, ctx.req),
        kept: hasAnswers ? null : await keptJourney(ctx.state.services, ctx.req),
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
    const { looks, symbols } = looksOf(snapshot, model, media.current().options);
    const view: WizardView = {
      model,
      looks,
      optionIds,
      step,
      returning: state.returning,
      draft: stopped ? [] : answeredAt(model, step, optionIds),
      error: stopped,
      dropped: describeDropped({ snapshot, model, dropped }),
      measured: readConsent(ctx.req.headers.get("cookie"), config.cmp).measurement,
      known: await knownMark(ctx.state.services, ctx.req),
      standing: standingOf(snapshot, { optionIds, track: model.track }),
      move: 0,
    };
    const begun = await beginMeasured(ctx.state.services, ctx, model.track);
    return page(
      { kind: "step" as const, view, symbols },
      begun === null ? {} : { headers: { "set-cookie": begun } },
    );
  },

  async POST(ctx) {
    const { services } = ctx.state;
    const form = await parseForm(ctx.req, StepForm);
    if (form.intent === RESTART) {
      return seeOther(`/select?step=${TRACK_STEP}`, await clearProgress(services, ctx.req));
    }
    const { options, known } = form;
    const snapshot = services.catalog.current();
    const sent = parseWizardState(
      new URLSearchParams({ track: form.track, options, return: form.return }),
    );
    const track = form.from === TRACK_STEP ? undefined : wizardModel(snapshot, sent.track).track;
    const page = { optionIds: sent.optionIds, track, known };
    sent.optionIds = await withAnswersSince(services, ctx.req, page);
    const { state, error } = submitStep({
      state: sent,
      from: form.from,
      choices: form.choice,
      skips: form.intent === "skip",
    }, (track) => wizardModel(snapshot, track));
    const address = selectHref(state);
    if (error) return seeOther(`${address}&error=choose`, null);
    const answers = answersByFactor(wizardModel(snapshot, state.track), state.optionIds);
    const kept = await saveProgress(services, ctx.req, { track: state.track, answers });
    return seeOther(address, kept);
  },
});

export default define.page<typeof handler>(function SelectPage({ data }) {
  if (data.kind === "track") return <TrackStep {...data} />;
  if (data.kind === "empty") {
    return <EmptyCatalog page="Find your system" title="There is nothing to ask yet" />;
  }
  return (
    <>
      {jsxTemplate([data.symbols])}
      <SelectionWizard
        initial={data.view}
        check={data.view.step === CHECK_STEP
          ? <CheckStep view={data.view} startOver={<StartOver />} />
          : undefined}
        notice={data.view.dropped && (
          <DroppedNotice
            dropped={data.view.dropped}
            keepsOthers={data.view.optionIds.length > 0}
          />
        )}
        startOver={<StartOver />}
      />
      <OfflineNote />
    </>
  );
});

/** An option without a picture, and the scene of its drawing. */
type DrawnOption = readonly [optionId: string, scene: OptionScene];

/**
 * Renders every drawing of the wizard once, outside the part that the browser renders again. The caller caches the
 * markup, because rendering it takes longer than the rest of the page. Systems that look alike share their lines.
 */
function renderSymbols(systems: readonly SystemSummary[], drawn: readonly DrawnOption[]): string {
  const firstIds = new Map<string, string>();
  return renderToString(
    <svg class="drawing absolute size-0" aria-hidden="true">
      {systems.map((system) => {
        const id = symbolId(system.id);
        const look = renderToString(<SystemIcon system={system} />);
        const same = firstIds.get(look);
        if (same === undefined) firstIds.set(look, id);
        return <SystemSymbol key={id} id={id} system={system} sameAs={same} />;
      })}
      {drawn.map(([optionId, scene]) => (
        <OptionSymbol key={optionId} id={optionSymbolId(optionId)} scene={scene} />
      ))}
    </svg>,
  );
}

/** The pictures of a model's options, and the markup of its drawings. */
interface Looks {
  readonly looks: OptionLooks;
  readonly symbols: string;
}

/** Cache of looks by model, with the library pictures that they were made from. */
const looksByModel = new WeakMap<
  WizardModel,
  Looks & { pictures: ReadonlyMap<string, MediaItem> }
>();

/**
 * Returns pictures or drawings for the options of each question that has them: library pictures if every option has
 * one, otherwise drawings. A question never mixes the two. Cached until the catalog or the library changes.
 */
function looksOf(
  snapshot: Snapshot,
  model: WizardModel,
  pictures: ReadonlyMap<string, MediaItem>,
): Looks {
  const known = looksByModel.get(model);
  if (known?.pictures === pictures) return known;
  const looks: Record<string, PictureView | null> = {};
  const drawn: DrawnOption[] = [];
  for (const question of model.questions) {
    const scenes = optionScenes(question);
    if (question.options.every(({ id }) => pictures.has(id))) {
      for (const { id } of question.options) {
        const picture = pictures.get(id);
        looks[id] = picture ? pictureView(picture, { shape: LOOK_SHAPE }) : null;
      }
    } else {
      for (const [id, scene] of scenes) {
        looks[id] = null;
        drawn.push([id, scene]);
      }
    }
  }
  const symbols = renderSymbols(summarizeSystems(snapshot), drawn);
  const result = { looks: deepFreeze(looks), symbols, pictures };
  looksByModel.set(model, result);
  return result;
}

/** Returns a redirect after a form, with the session cookie if there is one to set. */
function seeOther(address: string, setCookie: string | null): Response {
  const headers = new Headers({ location: address, "cache-control": "no-store" });
  if (setCookie !== null) headers.append("set-cookie", setCookie);
  return new Response(null, { status: 303, headers });
}

/** Describes the options of an address that its track's questions do not take; null without any. */
function describeDropped(
  { snapshot, model, dropped }: { snapshot: Snapshot; model: WizardModel; dropped: string[] },
): DroppedAnswers | null {
  const factorIds = new Set(dropped.map((id) => snapshot.factorIdByOptionId.get(id)));
  const unknown = dropped.filter((id) => !snapshot.factorIdByOptionId.has(id)).length;
  const named = snapshot.factors.filter(({ id }) => factorIds.has(id));
  const namesOf = (asked: boolean) =>
    named.filter(({ id }) => (questionAt(model, id) !== undefined) === asked)
      .map(({ name }) => name);
  return dropped.length === 0 ? null : { factors: namesOf(false), several: namesOf(true), unknown };
}

function titled(subject: string, error: boolean): string {
  return error ? `Error: ${subject}` : subject;
}
