import { createHash } from "node:crypto";
import type { CatalogSource } from "../catalog/mod.ts";
import { type Progress, readProgress, type SessionServices } from "../session/mod.ts";

/** A page's mark where no answers are kept. */
const NOTHING = "0";

/**
 * A mark of the answers that the request's session keeps, for the form of the page that it asks for: sent with it later, it
 * says whether answers were given since the page was made.
 */
export async function knownMark(services: SessionServices, request: Request): Promise<string> {
  return markOf(await readProgress(services, request));
}

/** A page that was sent. */
export interface SentPage {
  readonly optionIds: readonly string[];
  /** The track whose question it asks; undefined where it asks for the track. */
  readonly track: string | null | undefined;
  /** Its {@linkcode knownMark}; empty where it has none. */
  readonly known: string;
}

/**
 * The options of a page that was sent, with those that were chosen since it was made, and all that the session keeps beside
 * these. Who goes back in the browser sends a page that does not know the later answers, and looks like who begins anew.
 */
export async function withAnswersSince(
  services: SessionServices & { readonly catalog: CatalogSource },
  request: Request,
  { optionIds, track, known }: SentPage,
): Promise<string[]> {
  const progress = known === "" ? null : await readProgress(services, request);
  const isCurrent = progress === null || markOf(progress) === known;
  if (isCurrent || track !== undefined && progress.track !== track) return [...optionIds];
  const { factorIdByOptionId } = services.catalog.current();
  const answered = new Set(optionIds.map((id) => factorIdByOptionId.get(id)));
  const later = Object.values(progress.answers).flat()
    .filter((id) => !answered.has(factorIdByOptionId.get(id)));
  return [...optionIds, ...later];
}

function markOf(progress: Progress | null): string {
  if (progress === null) return NOTHING;
  const { track, answers } = progress;
  return createHash("sha256").update(JSON.stringify([track, answers])).digest("hex").slice(0, 8);
}
