/** Things that hang on a session are written only while it lives, or a purge would leave them behind. */
import { retryLocked } from "../kv/mod.ts";
import type { SessionServices } from "./lifecycle.ts";
import type { SessionRecord } from "./schema.ts";
import { findSession, sessionKey } from "./store.ts";
import { reachStore, SessionStoreError } from "./unavailable.ts";

/** What attaching needs of the services. */
export type AttachServices = Pick<SessionServices, "kv" | "now">;

/**
 * Adds what is to be stored to the operation that also checks the session. Called again after each conflict. It gives
 * nothing back, for an operation cannot be the value of a promise.
 */
export type Attachment = (
  operation: Deno.AtomicOperation,
  session: SessionRecord,
) => Promise<void> | void;

/** Each attempt that fails is somebody else's write of the same session. */
const MAX_ATTEMPTS = 32;

/**
 * Stores children of a session in one operation with the check that it is there and not changed meanwhile. What
 * hangs on a session is listed in `SESSION_CHILDREN`, and is removed with it (design §5). Gives false, and stores
 * nothing, where there is no such session or it has expired.
 *
 * @throws {SessionStoreError} when the store does not answer, or others always were first.
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
