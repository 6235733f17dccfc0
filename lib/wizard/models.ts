import { deepFreeze, perSnapshotInSteps, type Snapshot } from "../catalog/mod.ts";
import { buildWizardModel, type WizardModel } from "../journey/mod.ts";
import { meetsRequirements } from "../selection/mod.ts";

/** The default wizard and that of each live track. */
const models = perSnapshotInSteps(function* (snapshot) {
  const build = (track: string | null) =>
    deepFreeze(buildWizardModel(snapshot, track, meetsRequirements));
  const byTrack = new Map<string, WizardModel>();
  for (const { id } of snapshot.tracks) {
    yield;
    byTrack.set(id, build(id));
  }
  yield;
  return { fallback: build(null), byTrack };
});

/**
 * The wizard of a track; an unknown or retired one gives the default wizard (spec §4.1). It is the same
 * for everyone until the catalog changes, so each track's is built once a snapshot, and frozen.
 */
export function wizardModel(snapshot: Snapshot, track: string | null): WizardModel {
  const { fallback, byTrack } = models(snapshot);
  return byTrack.get(track ?? "") ?? fallback;
}
