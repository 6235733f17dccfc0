import { createHash } from "node:crypto";
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

/**
 * The options that were chosen since a page was made, with all that the session keeps beside them; none where nothing was.
 * Who goes back in the browser sends a page that does not know the later answers, and looks like who begins anew.
 *
 * @param known the page's {@linkcode knownMark}; empty where it has none.
 */
export async function givenSince(
  services: SessionServices,
  request: Request,
  { track, known }: { readonly track: string | null; readonly known: string },
): Promise<string[]> {
  if (known === "") return [];
  const progress = await readProgress(services, request);
  const isOfNow = progress?.track === track && markOf(progress) !== known;
  return isOfNow ? Object.values(progress.answers).flat() : [];
}

function markOf(progress: Progress | null): string {
  if (progress === null) return NOTHING;
  const { track, answers } = progress;
  return createHash("sha256").update(JSON.stringify([track, answers])).digest("hex").slice(0, 8);
}
