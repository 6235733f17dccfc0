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

/**
 * Takes the sessions' references out of their events, which stay as anonymous counts (design §5). Gives of how many
 * events.
 */
export async function forgetSessions(
  db: Kysely<Database>,
  sessionIds: readonly string[],
): Promise<number> {
  if (sessionIds.length === 0) return 0;
  const { numUpdatedRows } = await db.updateTable("analytics_events")
    .set({ session_ref: null })
    .where("session_ref", "in", sessionIds.map(sessionRef))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What is recorded of some sessions. */
export interface RecordedEvents {
  readonly count: number;
  /** Another one once anything has been recorded or forgotten. */
  readonly mark: string;
}

/** Counts the events of sessions, some hundreds of them at a time. */
export async function countEvents(
  db: Kysely<Database>,
  sessionIds: readonly string[],
): Promise<RecordedEvents> {
  if (sessionIds.length === 0) return { count: 0, mark: "" };
  const { count, last } = await db.selectFrom("analytics_events")
    .where("session_ref", "in", sessionIds.map(sessionRef))
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      fn.max("id").as("last"),
    ]).executeTakeFirstOrThrow();
  return { count: Number(count), mark: `${count}/${last ?? ""}` };
}

/** An event of a session, as its visitor may have it. */
export interface OwnEvent {
  readonly at: Date;
  readonly kind: string;
  readonly ref: string | null;
  readonly track: string | null;
}

/** What is recorded of one session, the oldest first. */
export async function eventsOfSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<OwnEvent[]> {
  return await db.selectFrom("analytics_events").select(["at", "kind", "ref", "track"])
    .where("session_ref", "=", sessionRef(sessionId)).orderBy("at").orderBy("id").execute();
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
