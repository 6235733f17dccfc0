import { createHash } from "node:crypto";
import type { CatalogSource } from "../catalog/mod.ts";
import { type Progress, readProgress, type SessionServices } from "../session/mod.ts";

/** The mark of a session without answers. */
const NOTHING = "0";

/**
 * Returns a mark (a short hash) of the answers stored in the request's session. The page's form sends it back, which
 * shows whether answers were given since the page was rendered.
 */
export async function knownMark(services: SessionServices, request: Request): Promise<string> {
  return markOf(await readProgress(services, request));
}

/** A submitted page. */
interface SentPage {
  readonly optionIds: readonly string[];
  /** Track of its question; undefined on the page that asks for the track. */
  readonly track: string | null | undefined;
  /** Its {@linkcode knownMark}; empty if it has none. */
  readonly known: string;
}

/**
 * Returns the options of a submitted page, completed with the session's answers to other questions if those changed
 * since the page was rendered. A buyer who goes back in the browser submits a page that lacks the later answers, and
 * would otherwise lose them.
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
