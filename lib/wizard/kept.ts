import type { CatalogSource } from "../catalog/mod.ts";
import { chosenOf, readAnswers, resolveStep, type WizardState } from "../journey/mod.ts";
import { readProgress, type SessionServices } from "../session/mod.ts";
import { wizardModel } from "./models.ts";

/** A visit's saved answers, validated against the current catalog. */
export interface KeptJourney {
  /** State with which the visitor continues. */
  state: WizardState;
  answered: number;
  questions: number;
  /** Name of the track; null on the default wizard. */
  trackName: string | null;
}

/**
 * Returns the saved answers of the request's visitor. Returns null when nothing is saved, when no saved answer is still
 * valid, and when the session store does not answer.
 */
export async function keptJourney(
  services: SessionServices & { readonly catalog: CatalogSource },
  request: Request,
): Promise<KeptJourney | null> {
  const progress = await readProgress(services, request);
  if (progress === null) return null;
  const model = wizardModel(services.catalog.current(), progress.track);
  const { optionIds } = readAnswers(model, Object.values(progress.answers).flat());
  if (optionIds.length === 0) return null;
  const state = { track: model.track, optionIds, step: null, returning: false };
  return {
    state: { ...state, step: resolveStep(model, state) },
    answered: model.questions.filter((asked) => chosenOf(asked, optionIds).length > 0).length,
    questions: model.questions.length,
    trackName: model.trackName,
  };
}
