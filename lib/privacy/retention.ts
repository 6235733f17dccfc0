/** Retention periods, and what the next purges will delete (spec §3.4). */
import { countEnded } from "../crm/mod.ts";
import { nextRuns } from "../jobs/mod.ts";
import { countDue, type DueSessions, nullInOutage, type SessionServices } from "../session/mod.ts";
import { DAY_MS } from "@/lib/timing/mod.ts";

/** Retention periods and a preview of the next purges. */
export interface Retention {
  /** Lifetime of a session with measurement consent, in days; without consent it is 24 hours. */
  readonly ttlDays: number;
  /** Days that a done or abandoned lead is kept. */
  readonly queueDays: number;
  /** `due` is null while the session store does not answer. */
  readonly sessions: { readonly at: Date; readonly due: DueSessions | null };
  readonly leads: { readonly at: Date; readonly done: number; readonly abandoned: number };
}

/** Most sessions that are counted, so that the page stays fast. */
const MOST_COUNTED = 200;

/** Reads the retention periods, and counts what will have expired at the next purges. */
export async function readRetention(
  services: Pick<Required<SessionServices>, "kv" | "db" | "now" | "config" | "sessionParts">,
): Promise<Retention> {
  const { db, now, config: { session, syncQueue } } = services;
  const next = nextRuns(now());
  const due = await countDue(services, next.purge.getTime(), MOST_COUNTED).catch(nullInOutage);
  const endedBefore = new Date(next.leads.getTime() - syncQueue.retentionDays * DAY_MS);
  return {
    ttlDays: session.ttlDays,
    queueDays: syncQueue.retentionDays,
    sessions: { at: next.purge, due },
    leads: { at: next.leads, ...await countEnded(db, endedBefore) },
  };
}
