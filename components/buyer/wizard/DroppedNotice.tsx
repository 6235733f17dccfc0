import type { JSX } from "preact";
import { Notice } from "@/components/ui/Notice.tsx";

/** Answers in the address that do not fit the questions of the track, by the reason. */
export interface DroppedAnswers {
  /** Names of the answered factors that this track does not ask. */
  factors: string[];
  /** Names of the asked factors that take one answer and got several. */
  several: string[];
  /** Number of answers that are no longer offered at all. */
  unknown: number;
}

/** Lists the answers that were left out, and why. Renders nothing if none were. */
export function DroppedNotice({ dropped, keepsOthers = true }: {
  dropped: DroppedAnswers | null;
  /** Whether any other answer is left; true by default. */
  keepsOthers?: boolean;
}): JSX.Element | null {
  if (dropped === null) return null;
  const { factors, several, unknown } = dropped;
  const title = factors.length + several.length + unknown === 1
    ? "An answer was left out"
    : "Some answers were left out";
  return (
    <Notice role="status" tone="warning" title={title} class="mt-6">
      {factors.length > 0 && (
        <p>
          Not asked for this kind of project: {factors.join(", ")}.
        </p>
      )}
      {several.length > 0 && (
        <p>
          One answer each, so only the first is kept: {several.join(", ")}.
        </p>
      )}
      {unknown > 0 && (
        <p>
          {unknown === 1 ? "One answer" : `${unknown} answers`} in the address{" "}
          {unknown === 1 ? "is" : "are"} no longer offered.
        </p>
      )}
      {keepsOthers && <p>Every other answer is kept.</p>}
    </Notice>
  );
}
