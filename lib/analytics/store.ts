import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { SessionEvent } from "./schema.ts";

const DAY_MS = 86_400_000;

/** What the events of one report have in common. */
export interface EventContext {
  readonly now: Date;
  readonly track: string | null;
  /** The session they happened in; only a digest of it is stored. */
  readonly sessionId: string | null;
}

/** Stores events in one statement and tells how many. The visitor must have consented (spec §5). */
export async function recordEvents(
  db: Kysely<Database>,
  events: readonly SessionEvent[],
  { now, track, sessionId }: EventContext,
): Promise<number> {
  if (events.length === 0) return 0;
  await db.insertInto("analytics_events").values(events.map(({ kind, ref, at }) => ({
    kind,
    ref: ref ?? null,
    track,
    session_ref: sessionId === null ? null : sessionRef(sessionId),
    at: believable(at, now),
  }))).execute();
  return events.length;
}

/** Takes the sessions' references out of their events, which stay as anonymous counts (design §5). */
export async function forgetSessions(
  db: Kysely<Database>,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.updateTable("analytics_events")
    .set({ session_ref: null })
    .where("session_ref", "in", sessionIds.map(sessionRef))
    .execute();
}

/** A session's id opens the session, so what is kept for years holds a digest of it. */
function sessionRef(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("base64url").slice(0, 22);
}

/** A client's clock may be wrong by any amount, and a report may be a little late. */
function believable(at: string | undefined, now: Date): Date {
  const claimed = at === undefined ? NaN : Date.parse(at);
  const isRecent = claimed <= now.getTime() && claimed > now.getTime() - DAY_MS;
  return isRecent ? new Date(claimed) : now;
}
