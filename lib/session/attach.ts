/** Writes children of a session only while it is live, because a purge would otherwise leave them behind. */
import { retryLocked } from "../kv/mod.ts";
import type { SessionServices } from "./lifecycle.ts";
import type { SessionRecord } from "./schema.ts";
import { findSession, sessionKey } from "./store.ts";
import { reachStore, SessionStoreError } from "./unavailable.ts";

/** Dependencies of {@linkcode attachToSession}. */
export type AttachServices = Pick<SessionServices, "kv" | "now">;

/**
 * Adds writes to the atomic operation that also checks the session. Called again after each conflict. It returns
 * nothing, because awaiting an atomic operation throws.
 */
type Attachment = (
  operation: Deno.AtomicOperation,
  session: SessionRecord,
) => Promise<void> | void;

/** Most attempts; each failed one means that another write changed the session first. */
const MAX_ATTEMPTS = 32;

/**
 * Stores children of a session atomically with a check that the session exists and is unchanged. Register the children
 * in `SESSION_CHILDREN` or `SessionParts`, so that they are removed with the session (design §5). Returns false, and
 * stores nothing, when the session does not exist or has expired.
 *
 * @throws {SessionStoreError} when the store does not answer, or after 32 conflicts.
 */
export async function attachToSession(
  { kv, now }: AttachServices,
  id: string,
  attach: Attachment,
): Promise<boolean> {
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const session = await findSession(kv, id, now().getTime());
    if (session === null) return false;
    const { ok } = await reachStore(kv, (signal) =>
      retryLocked(async () => {
        signal.throwIfAborted();
        const operation = kv.atomic()
          .check({ key: sessionKey(id), versionstamp: session.versionstamp });
        await attach(operation, session.value);
        return await operation.commit();
      }));
    if (ok) return true;
  }
  throw new SessionStoreError(`Cannot store beside the session: ${MAX_ATTEMPTS} others were first`);
}
