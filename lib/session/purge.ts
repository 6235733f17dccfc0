/** Removes what has expired (spec §3.4). A cron and `deno task purge` call the one function here. */
import { recordAudit, SERVICE_ACTOR } from "../records/mod.ts";
import { retryLocked } from "../kv/mod.ts";
import {
  type Doomed,
  expiryOf,
  forgetReferences,
  type RemovalStores,
  removeSession,
} from "./remove.ts";
import { dueExpiries, type Expiry, expiryKey, sessionKey } from "./store.ts";

/** What a purge works with. */
export interface PurgeOptions extends RemovalStores {
  readonly now: () => Date;
  /** Ends the run after the sessions at hand; the next one goes on. */
  readonly signal?: AbortSignal;
}

/** What one run did. */
export interface PurgeOutcome {
  readonly sessions: number;
  /** Values removed that hung on those sessions. */
  readonly children: number;
  /** False when the run was told to stop before it was through. */
  readonly finished: boolean;
}

/**
 * Sessions under way at a time; what a run holds in memory, and how long a live write may have to wait.
 */
const BATCH = 100;

/** Tries at the counts; what is left after them is the next run's to audit. */
const AUDIT_ATTEMPTS = 5;

/**
 * Removals since the last audit entry, counted by the store in the operations that remove. So a run
 * that is killed owes its count to the next one. Only an end between the commits of the two stores
 * can lose it.
 */
const TALLIES = {
  sessions: ["session_purge", "sessions"],
  children: ["session_purge", "children"],
} as const;

/**
 * Removes every expired session with all that hangs on it, one operation a session, and audits how many.
 * It may be killed at any moment and run again, by several processes at once too: what was removed stays
 * removed, what is left goes next time, and the counts in the audit add up.
 *
 * @throws what a store throws; the removals until then are audited.
 */
export async function purgeSessions(options: PurgeOptions): Promise<PurgeOutcome> {
  const { kv, now, signal } = options;
  const done = { sessions: 0, children: 0 };
  const until = now().getTime();
  try {
    for await (const batch of dueBatches(kv, until)) {
      if (signal?.aborted) return { ...done, finished: false };
      const doomed = (await Promise.all(batch.map((expiry) => examine(kv, expiry, until))))
        .filter((one) => one !== null);
      await forgetReferences(options, doomed.map(({ id }) => id));
      const removed = await Promise.all(doomed.map((one) => removeSession(options, one)));
      for (const [index, children] of removed.entries()) {
        if (children === null || doomed[index]?.versionstamp === null) continue;
        done.sessions++;
        done.children += children;
      }
    }
    return { ...done, finished: true };
  } finally {
    await auditTallies(options);
  }
}

/** For how long the oldest expired session has been waiting to be removed, in milliseconds; 0 where none waits. */
export async function purgeLag(kv: Deno.Kv, at: Date): Promise<number> {
  for await (const { expiresAt } of dueExpiries(kv, at.getTime(), 1)) {
    return at.getTime() - expiresAt;
  }
  return 0;
}

/** The due entries in groups, never more than one of them in memory. */
async function* dueBatches(kv: Deno.Kv, until: number): AsyncGenerator<Expiry[]> {
  let batch: Expiry[] = [];
  for await (const expiry of dueExpiries(kv, until, BATCH)) {
    batch.push(expiry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Reads the session that an index entry names. One that lives on loses the entry, not its life. */
async function examine(kv: Deno.Kv, { id, expiresAt }: Expiry, until: number) {
  const { value, versionstamp } = await kv.get(sessionKey(id));
  const own = expiryOf(value) ?? expiresAt;
  if (own > until) {
    await retryLocked(() => kv.delete(expiryKey(expiresAt, id)));
    return null;
  }
  // Without a record another purge has been here and has counted it.
  const tallies = versionstamp === null ? {} : { tallies: TALLIES };
  return { id, versionstamp, expiries: [expiresAt, own], ...tallies } satisfies Doomed;
}

/** Moves the counts into an audit entry. While another purge moves or adds to them, it tries again. */
async function auditTallies({ kv, db }: PurgeOptions): Promise<void> {
  for (let attempt = 0; attempt < AUDIT_ATTEMPTS; attempt++) {
    const sessions = await kv.get<Deno.KvU64>(TALLIES.sessions);
    const children = await kv.get<Deno.KvU64>(TALLIES.children);
    if (sessions.value === null) return;
    const audit = await db.startTransaction().execute();
    try {
      await recordAudit(audit, {
        actor: SERVICE_ACTOR,
        action: "purge",
        entityType: "session",
        after: {
          sessions: Number(sessions.value.value),
          children: Number(children.value?.value ?? 0n),
        },
      });
      const taken = await retryLocked(() =>
        kv.atomic().check(sessions, children).delete(TALLIES.sessions).delete(TALLIES.children)
          .commit()
      );
      if (!taken.ok) continue;
      await audit.commit().execute();
      return;
    } finally {
      if (!audit.isCommitted && !audit.isRolledBack) await audit.rollback().execute();
    }
  }
}
