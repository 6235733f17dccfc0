/** What our own pages write into a session: what they have shown (spec §1.3, §2.5). */
import type { Runner } from "../jobs/mod.ts";
import { readSessionId } from "./cookie.ts";
import { amendSession, type SessionServices } from "./lifecycle.ts";
import { MAX_SYSTEMS } from "./sanitize.ts";
import { isIdentifier, type SessionPayload } from "./schema.ts";

/** What pages need of the services to leave something in a session. */
export interface RememberServices extends SessionServices {
  readonly background: Runner;
}

/** A result as a page has shown it. */
export interface ShownResult {
  /** The system recommended; null where no rule matched. */
  readonly recommendation: string | null;
  readonly alternatives: readonly string[];
  /** Whether every question of the track is answered. */
  readonly complete: boolean;
}

/**
 * Keeps the result that a page shows in the request's session, after the response and without delaying it. The
 * moment of completion is that of the first complete result. Begins no session, so a bare `GET` leaves no record;
 * consent counts as it does for every write of a session (design §7). Writes only what changes.
 */
export function rememberResult(
  services: RememberServices,
  request: Request,
  { recommendation, alternatives, complete }: ShownResult,
): void {
  const at = services.now().toISOString();
  amendSoon(services, request, (payload) => ({
    ...payload,
    recommendation: isIdentifier(recommendation) ? recommendation : null,
    alternatives: [...new Set(alternatives.filter(isIdentifier))].slice(0, MAX_SYSTEMS),
    completed_at: payload.completed_at ?? (complete ? at : null),
  }));
}

/**
 * Keeps the systems that a page shows among those that the request's session has viewed, each once and the latest
 * fifty, under the conditions of {@linkcode rememberResult}.
 */
export function rememberViewed(
  services: RememberServices,
  request: Request,
  systemIds: readonly string[],
): void {
  amendSoon(services, request, (payload) => ({
    ...payload,
    systems_viewed: [...new Set([...payload.systems_viewed, ...systemIds.filter(isIdentifier)])]
      .slice(-MAX_SYSTEMS),
  }));
}

/** Most requests have no session, and cost nothing here. */
function amendSoon(
  services: RememberServices,
  request: Request,
  change: (payload: SessionPayload) => SessionPayload,
): void {
  if (readSessionId(request.headers.get("cookie")) === null) return;
  services.background.run(
    "remember what was shown",
    () =>
      amendSession(
        services,
        request,
        ({ payload, track }) => ({ payload: change(payload), track }),
      ),
  );
}
