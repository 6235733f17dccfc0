/** How long what is kept, and what the next purge takes (spec §3.4, ux: Privacy). */
import { countEnded } from "../crm/mod.ts";
import { nextRuns } from "../jobs/mod.ts";
import { listChildren, sessionsDue, type SessionServices } from "../session/mod.ts";

/** What the next purges take, as far as it is known now. */
export interface Retention {
  /** Days that a session lives with consent to measurement; without it, 24 hours. */
  readonly ttlDays: number;
  /** Days that a lead is kept once it is done or given up. */
  readonly queueDays: number;
  readonly sessions: {
    readonly at: Date;
    readonly count: number;
    /** Values that hang on them. */
    readonly children: number;
    /** Whether there are more than were counted. */
    readonly more: boolean;
  };
  readonly leads: { readonly at: Date; readonly done: number; readonly abandoned: number };
}

const DAY_MS = 86_400_000;
/** Sessions that are looked at, so that the page stays quick whatever is due. */
const MOST_COUNTED = 200;

/** Reads what is due by the times of the next purges. */
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
