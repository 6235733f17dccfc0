import { type EventReport, forgetSessions, recordEvents } from "../analytics/mod.ts";
import { withShortLimits } from "../db/mod.ts";
import { readSession, type Session, type SessionServices, shownSession } from "./lifecycle.ts";
import { noteConsent } from "./note_consent.ts";
import { reachStore, SessionStoreError } from "./unavailable.ts";

/**
 * Records what the visitor did, with the track of the page that reports it, else of their session: a visitor who returns
 * to another track has the old one there until their first answer. Stores nothing without measurement
 * consent (spec §5), and starts no session. Returns how many events were stored; null when the database failed, which
 * is logged.
 */
export async function recordSessionEvents(
  services: SessionServices,
  request: Request,
  { events, track }: EventReport,
): Promise<number | null> {
  const session = await readSession(services, request);
  if (!await noteConsent(services, request, session)) return 0;
  const context = {
    now: services.now(),
    track: track === undefined ? session?.record.track ?? null : track,
    sessionId: session?.id ?? null,
  };
  try {
    return await reachStore(services.db, async () => {
      const recorded = await withShortLimits(() => recordEvents(services.db, events, context));
      if (session !== null) await forgetUnlessKept(services, request, session);
      return recorded;
    });
  } catch (error) {
    if (error instanceof SessionStoreError) return null;
    throw error;
  }
}

/**
 * Clears the references to a session that was removed, or whose consent was withdrawn, while its events were stored:
 * nothing else would find them.
 */
async function forgetUnlessKept(
  services: SessionServices,
  request: Request,
  { id }: Session,
): Promise<void> {
  const shown = await shownSession(services, request);
  if (shown.state === "unknown") return;
  if (shown.state === "none" || !shown.record.consent.measurement) {
    await forgetSessions(services.db, [id]);
  }
}
