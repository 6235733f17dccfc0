import { type EventReport, recordEvents } from "../analytics/mod.ts";
import { readConsent } from "../consent/mod.ts";
import { readSession, type SessionServices } from "./lifecycle.ts";

/**
 * Records what the visitor did, with the track of their session if they have one. Without measurement
 * consent nothing is stored (spec §5). Begins no session. Gives how many events were stored.
 */
export async function recordSessionEvents(
  services: SessionServices,
  request: Request,
  { events }: EventReport,
): Promise<number> {
  const { measurement } = readConsent(request.headers.get("cookie"), services.config.cmp);
  if (!measurement) return 0;
  const session = await readSession(services, request);
  return await recordEvents(services.db, events, {
    now: services.now(),
    track: session?.record.track ?? null,
    sessionId: session?.id ?? null,
  });
}
