/** Reports, made once for each snapshot and track. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { analyzeTrack, type TrackReport } from "./report.ts";

const reportsOf = perSnapshot(() => new Map<string | null, Promise<TrackReport>>());

/**
 * The report on a live track, or on the default one for `null`. It is made at the first call and kept as
 * long as the snapshot; whoever asks meanwhile waits for the same run.
 */
export function trackReport(snapshot: Snapshot, track: string | null): Promise<TrackReport> {
  const reports = reportsOf(snapshot);
  const known = reports.get(track);
  if (known) return known;
  const running = analyzeTrack(snapshot, track);
  reports.set(track, running);
  running.catch(() => reports.delete(track));
  return running;
}
