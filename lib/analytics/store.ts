import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { SessionEvent } from "./schema.ts";
import { DAY_MS } from "@/lib/timing/mod.ts";

/** The fields that all events of one request share. */
interface EventContext {
  readonly now: Date;
  readonly track: string | null;
  /** The visitor's session; only a digest of its id is stored. */
  readonly sessionId: string | null;
}

/**
 * Stores events in one statement and returns their number. The caller must have checked measurement consent (spec §5).
 */
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
    at: eventTime(at, now),
  }))).execute();
  return events.length;
}

/**
 * Clears the session references of the events of these sessions, which remain as anonymous counts (design §5). Returns
 * the number of events changed.
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

/** The events of some sessions. */
interface RecordedEvents {
  readonly count: number;
  /** Changes when an event is recorded or loses its reference. */
  readonly mark: string;
}

/** Counts the events of sessions. Pass at most some hundreds of ids at a time. */
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

/** An event as its own visitor may see it. */
export interface OwnEvent {
  readonly at: Date;
  readonly kind: string;
  readonly ref: string | null;
  readonly track: string | null;
}

/** Returns the events of one session, oldest first. */
export async function eventsOfSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<OwnEvent[]> {
  return await db.selectFrom("analytics_events").select(["at", "kind", "ref", "track"])
    .where("session_ref", "=", sessionRef(sessionId)).orderBy("at").orderBy("id").execute();
}

/** Returns a digest of a session id: the id itself is a credential and must not be stored for years. */
function sessionRef(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("base64url").slice(0, 22);
}

/** Returns the client's time if it lies within the last day, otherwise ours, because client clocks may be wrong. */
function eventTime(at: string | undefined, now: Date): Date {
  const claimed = at === undefined ? NaN : Date.parse(at);
  const isRecent = claimed <= now.getTime() && claimed > now.getTime() - DAY_MS;
  return isRecent ? new Date(claimed) : now;
}
