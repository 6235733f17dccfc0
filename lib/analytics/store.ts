import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
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
 * Most events that keep the reference to one session. No visitor has as many. A session's page and download read all of its
 * events, so without a limit anybody could make them exhaust the memory.
 */
export const MAX_OF_SESSION = 5_000;

/**
 * Stores events in one statement and returns their number. The caller must have checked measurement consent (spec §5).
 * Events of a session that has {@linkcode MAX_OF_SESSION} already are stored without its reference.
 */
export async function recordEvents(
  db: Kysely<Database>,
  events: readonly SessionEvent[],
  { now, track, sessionId }: EventContext,
): Promise<number> {
  if (events.length === 0) return 0;
  const given = events.map(({ kind, ref, at }, place) => ({
    place,
    kind,
    ref,
    at: eventTime(at, now),
  }));
  const session = sessionId === null ? null : sessionRef(sessionId);
  await sql`
    with held as (
      select count(*) < ${MAX_OF_SESSION}::integer as fits from (
        select from analytics_events where session_ref = ${session}::text
        limit ${MAX_OF_SESSION}::integer
      ) as counted
    )
    insert into analytics_events (kind, ref, track, session_ref, at)
    select given.kind, given.ref, ${track}::text, case when held.fits then ${session}::text end, given.at
    from held, jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb)
      as given(place integer, kind text, ref text, at timestamptz)
    order by given.place`.execute(db);
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
