import { deepFreeze, perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { buildWizardModel, type WizardModel } from "../journey/mod.ts";
import { meetsRequirements } from "../selection/mod.ts";

const models = perSnapshot(() => new Map<string | null, WizardModel>());

/**
 * The wizard of a track; an unknown or retired one gives the default wizard (spec §4.1). It is the same
 * for everyone until the catalog changes, so each track's is built once a snapshot, and frozen.
 */
export function wizardModel(snapshot: Snapshot, track: string | null): WizardModel {
  const known = snapshot.tracks.some(({ id }) => id === track) ? track : null;
  const built = models(snapshot);
  let model = built.get(known);
  if (!model) {
    model = deepFreeze(buildWizardModel(snapshot, known, meetsRequirements));
    built.set(known, model);
  }
  return model;
}
