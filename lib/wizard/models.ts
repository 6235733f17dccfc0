import { deepFreeze, perSnapshotInSteps, type Snapshot } from "../catalog/mod.ts";
import { buildWizardModel, type WizardModel } from "../journey/mod.ts";
import { compareStrength, meetsRequirements } from "../selection/mod.ts";

/** The default model and that of each live track. */
const models = perSnapshotInSteps(function* (snapshot) {
  const build = (track: string | null) =>
    deepFreeze(buildWizardModel(snapshot, track, { meetsRequirements, compareStrength }));
  const byTrack = new Map<string, WizardModel>();
  for (const { id } of snapshot.tracks) {
    yield;
    byTrack.set(id, build(id));
  }
  yield;
  return { fallback: build(null), byTrack };
});

/**
 * Returns the model of a track; an unknown or retired track gets the default one (spec §4.1). Models are built once per
 * snapshot and frozen.
 */
export function wizardModel(snapshot: Snapshot, track: string | null): WizardModel {
  const { fallback, byTrack } = models(snapshot);
  return byTrack.get(track ?? "") ?? fallback;
}
