/** Stores in a session the consent that its visitor has given since the session was stored. */
import { readConsent } from "../consent/mod.ts";
import { amendSession, type Session, type SessionServices } from "./lifecycle.ts";

/**
 * Returns whether a request consents to measurement, and stores that in its session if the session does not know it yet.
 * What is stored by this consent is deleted when it is withdrawn, which only a session that knows of it can tell (spec
 * §5).
 */
export async function noteConsent(
  services: SessionServices,
  request: Request,
  session: Session | null,
): Promise<boolean> {
  const { measurement } = readConsent(request.headers.get("cookie"), services.config.cmp);
  if (session !== null && measurement && !session.record.consent.measurement) {
    await amendSession(services, request, (content) => content);
  }
  return measurement;
}
