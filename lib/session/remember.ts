/** Stores what our pages have shown in the session (spec §1.3, §2.5). */
import type { Runner } from "../jobs/mod.ts";
import { readSessionId } from "./cookie.ts";
import { amendSession, type SessionContent, type SessionServices } from "./lifecycle.ts";
import { MAX_SYSTEMS } from "./sanitize.ts";
import { isIdentifier } from "./schema.ts";

/** Dependencies of storing what a page has shown. */
interface RememberServices extends SessionServices {
  readonly background: Pick<Runner, "run">;
}

/** A result that a page has shown. */
interface ShownResult {
  /** Id of the recommended system; null when no rule matched. */
  readonly recommendation: string | null;
  readonly alternatives: readonly string[];
  readonly track: string | null;
  /** Whether every question of the track is answered. */
  readonly complete: boolean;
  /** Returns whether a session's answers are those that the result was made from, or none. */
  fits(answers: { track: string | null; optionIds: string[] }): boolean;
}

/**
 * Stores the result that a page shows in the request's session, in the background after the response. A session that
 * holds other answers stays as it is: somebody else's link must not mix their result with them. A session without
 * track and result takes the track of the result: a program may save the answers alone (design §7). `completed_at` is
 * the time of the first complete result. Starts no session, so a bare `GET` leaves no record. The lifetime follows the
 * request's consent as in every session write (design §7). Writes only when something changed.
 */
export function rememberResult(
  services: RememberServices,
  request: Request,
  shown: ShownResult,
): void {
  const { recommendation, alternatives, complete } = shown;
  const at = services.now().toISOString();
  amendSoon(services, request, (content) => {
    const { payload } = content;
    const isNew = content.track === null && payload.recommendation === null;
    const track = isNew && isIdentifier(shown.track) ? shown.track : content.track;
    if (!shown.fits({ track, optionIds: Object.values(payload.answers).flat() })) return content;
    return {
      track,
      payload: {
        ...payload,
        recommendation: isIdentifier(recommendation) ? recommendation : null,
        alternatives: [...new Set(alternatives.filter(isIdentifier))].slice(0, MAX_SYSTEMS),
        completed_at: payload.completed_at ?? (complete ? at : null),
      },
    };
  });
}

/**
 * Adds the systems that a page shows to `systems_viewed` of the request's session: each once, the latest fifty. Works
 * like {@linkcode rememberResult}.
 */
export function rememberViewed(
  services: RememberServices,
  request: Request,
  systemIds: readonly string[],
): void {
  amendSoon(services, request, ({ payload, track }) => ({
    track,
    payload: {
      ...payload,
      systems_viewed: [...new Set([...payload.systems_viewed, ...systemIds.filter(isIdentifier)])]
        .slice(-MAX_SYSTEMS),
    },
  }));
}

/**
 * Changes the session of a request in the background, so that the response does not wait for the store. The change takes
 * its turn at once: what the visitor saves after the response is applied after it. Starts no session, and does nothing
 * when the store does not answer, which is logged.
 */
export function amendSoon(
  services: RememberServices,
  request: Request,
  change: (content: SessionContent) => SessionContent,
): void {
  // Most requests have no session and should schedule no work.
  if (readSessionId(request.headers.get("cookie")) === null) return;
  const amending = amendSession(services, request, change);
  services.background.run("amend a session", () => amending);
}
