import { type EventReport, recordEvents } from "../analytics/mod.ts";
import { readSession, type SessionServices } from "./lifecycle.ts";
import { noteConsent } from "./note_consent.ts";
import { reachStore, SessionStoreError } from "./unavailable.ts";

/**
 * Records what the visitor did, with the track of their session if they have one. Stores nothing without measurement
 * consent (spec §5), and starts no session. Returns how many events were stored; null when the database failed, which
 * is logged.
 */
export async function recordSessionEvents(
  services: SessionServices,
  request: Request,
  { events }: EventReport,
): Promise<number | null> {
  const session = await readSession(services, request);
  if (!await noteConsent(services, request, session)) return 0;
  const context = {
    now: services.now(),
    track: session?.record.track ?? null,
    sessionId: session?.id ?? null,
  };
  try {
    return await reachStore(services.db, () => recordEvents(services.db, events, context));
  } catch (error) {
    if (error instanceof SessionStoreError) return null;
    throw error;
  }
}
