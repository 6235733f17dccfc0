/** Retention periods, and what the next purges will delete (spec §3.4). */
import { countEnded } from "../crm/mod.ts";
import { nextRuns } from "../jobs/mod.ts";
import { listChildren, sessionsDue, type SessionServices } from "../session/mod.ts";

/** Retention periods and a preview of the next purges. */
export interface Retention {
  /** Lifetime of a session with measurement consent, in days; without consent it is 24 hours. */
  readonly ttlDays: number;
  /** Days that a done or abandoned lead is kept. */
  readonly queueDays: number;
  readonly sessions: {
    readonly at: Date;
    readonly count: number;
    /** How many child values those sessions have. */
    readonly children: number;
    /** Whether more sessions are due than were counted. */
    readonly more: boolean;
  };
  readonly leads: { readonly at: Date; readonly done: number; readonly abandoned: number };
}

const DAY_MS = 86_400_000;
/** Most sessions that are counted, so that the page stays fast. */
const MOST_COUNTED = 200;

/** Reads the retention periods, and counts what will have expired at the next purges. */
export async function readRetention(
  services: Pick<Required<SessionServices>, "kv" | "db" | "now" | "config" | "sessionParts">,
): Promise<Retention> {
  const { kv, db, now, config: { session, syncQueue } } = services;
  const next = nextRuns(now());
  const ids = await sessionsDue(kv, next.purge.getTime(), MOST_COUNTED + 1);
  const counted = ids.slice(0, MOST_COUNTED);
  let children = 0;
  for (const id of counted) children += (await listChildren(services, id)).length;
  const endedBefore = new Date(next.leads.getTime() - syncQueue.retentionDays * DAY_MS);
  return {
    ttlDays: session.ttlDays,
    queueDays: syncQueue.retentionDays,
    sessions: {
      at: next.purge,
      count: counted.length,
      children,
      more: ids.length > MOST_COUNTED,
    },
    leads: { at: next.leads, ...await countEnded(db, endedBefore) },
  };
}
