/** Sessions whose id and cookie are known before they are stored (spec §4.4). */
import { readConsent } from "../consent/mod.ts";
import { announce } from "./beginnings.ts";
import { newSessionId } from "./cookie.ts";
import { insertSession } from "./insert.ts";
import { cookieOf, lifetimeOf, type SessionContent, type SessionServices } from "./lifecycle.ts";
import { SessionStoreError } from "./unavailable.ts";

/** A session that will start: its id and cookie are known before it is stored. */
interface PlannedSession {
  readonly id: string;
  readonly setCookie: string;
  /** Stores the session. If the store does not answer, that is logged, and the cookie names no session. */
  store(): Promise<void>;
  /** Ends the wait for a session that will not be stored. */
  drop(): void;
}

/**
 * Plans a session for a request without a live one, for callers that respond first and store later. Until then, requests
 * that name it wait, for a second at most.
 */
export function planSession(
  services: SessionServices,
  request: Request,
  content: SessionContent,
): PlannedSession {
  const { kv, config, now } = services;
  const consent = readConsent(request.headers.get("cookie"), config.cmp);
  const at = now().getTime();
  const times = { createdAt: at, updatedAt: at, expiresAt: at + lifetimeOf(config, consent) };
  const session = { id: newSessionId(), record: { ...content, consent, ...times } };
  const drop = announce(kv, session.id);
  async function store(): Promise<void> {
    try {
      await insertSession(kv, session);
    } catch (error) {
      if (!(error instanceof SessionStoreError)) throw error;
    } finally {
      drop();
    }
  }
  return { id: session.id, setCookie: cookieOf(services, request, session), store, drop };
}
