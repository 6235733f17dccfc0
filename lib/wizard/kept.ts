import type { CatalogSource } from "../catalog/mod.ts";
import { chosenOf, readAnswers, resolveStep, type WizardState } from "../journey/mod.ts";
import { readProgress, type SessionServices } from "../session/mod.ts";
import { wizardModel } from "./models.ts";

/** A visit's answers, found again and read against the catalog as it is now. */
export interface KeptJourney {
  /** The step that goes on from them. */
  state: WizardState;
  answered: number;
  questions: number;
  /** Name of the track; null on the default wizard. */
  trackName: string | null;
}

/**
 * Where the request's visitor left off; null when nothing is kept, when nothing of it still applies, and
 * when the store does not answer.
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
