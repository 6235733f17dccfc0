import type { JSX } from "preact";
import { Notice } from "@/components/ui/Notice.tsx";

/** Answers in the address that do not fit the questions of the track. */
export interface DroppedAnswers {
  /** Names of the answered factors that this track does not ask. */
  factors: string[];
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
  const { factors, unknown } = dropped;
  const title = factors.length + unknown === 1
    ? "An answer was left out"
    : "Some answers were left out";
  return (
    <Notice role="status" tone="warning" title={title} class="mt-6">
      {factors.length > 0 && (
        <p>
          Not asked for this kind of project: {factors.join(", ")}.
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
