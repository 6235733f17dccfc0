/** Removes expired sessions (spec §3.4). The cron and `deno task purge` both call {@linkcode purgeSessions}. */
import { recordAudit, SERVICE_ACTOR } from "../records/mod.ts";
import { chunked, retryLocked } from "../kv/mod.ts";
import {
  type Doomed,
  expiryOf,
  forgetReferences,
  type RemovalStores,
  removeSession,
} from "./remove.ts";
import { dueExpiries, type Expiry, expiryKey, sessionKey } from "./store.ts";

/** Dependencies of a purge. */
interface PurgeOptions extends RemovalStores {
  readonly now: () => Date;
  /** Stops the run after the current batch; the next run continues. */
  readonly signal?: AbortSignal;
}

/** The result of one run. */
interface PurgeOutcome {
  readonly sessions: number;
  /** How many children of theirs were deleted. */
  readonly children: number;
  /** False when the run was aborted before it was complete. */
  readonly finished: boolean;
}

/** Sessions removed at a time. It bounds the memory of a run and how long a visitor's write may have to wait. */
const BATCH = 100;

/** Attempts to audit the counts; after these, the next run audits them. */
const AUDIT_ATTEMPTS = 5;

/**
 * Removals since the last audit entry, counted in the same atomic operations that remove. So the next run audits the
 * removals of a run that was killed. A count can be lost only if the process dies between the commits of the two
 * stores.
 */
const TALLIES = {
  sessions: ["session_purge", "sessions"],
  children: ["session_purge", "children"],
} as const;

/**
 * Key that marks that a run took the counts, because a remote store may carry out a write and lose its answer. Each run
 * has its own, which also expires by itself.
 */
const takenBy = (run: string) => ["session_purge", "taken", run];
const TAKEN_MS = 60_000;

/**
 * Removes every expired session with its children, one atomic operation per session, and audits how many (spec §3.4).
 * Idempotent and safe to kill at any moment or to run in several processes at once: each session is removed and counted
 * once.
 *
 * @throws what a store throws; removals up to then are audited.
 */
export async function purgeSessions(options: PurgeOptions): Promise<PurgeOutcome> {
  const { kv, now, signal } = options;
  const done = { sessions: 0, children: 0 };
  const until = now().getTime();
  try {
    for await (const batch of chunked(dueExpiries(kv, until, BATCH), BATCH)) {
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

/** Returns how long the oldest expired session has been waiting for its removal, in milliseconds; 0 when none waits. */
export async function purgeLag(kv: Deno.Kv, at: Date): Promise<number> {
  for await (const { expiresAt } of dueExpiries(kv, at.getTime(), 1)) {
    return at.getTime() - expiresAt;
  }
  return 0;
}

/** Reads the session of a due index entry. If the session has not expired, only the stale entry is deleted. */
async function examine(kv: Deno.Kv, { id, expiresAt }: Expiry, until: number) {
  const { value, versionstamp } = await kv.get(sessionKey(id));
  const own = expiryOf(value) ?? expiresAt;
  if (own > until) {
    await retryLocked(() => kv.delete(expiryKey(expiresAt, id)));
    return null;
  }
  // Without a record, another purge has removed and counted the session.
  const tallies = versionstamp === null ? {} : { tallies: TALLIES };
  return { id, versionstamp, expiries: [expiresAt, own], ...tallies } satisfies Doomed;
}

/** Moves the counts into an audit entry, and retries when another purge changed them meanwhile. */
async function auditTallies({ kv, db }: PurgeOptions): Promise<void> {
  for (let attempt = 0; attempt < AUDIT_ATTEMPTS; attempt++) {
    const sessions = await kv.get<Deno.KvU64>(TALLIES.sessions);
    const children = await kv.get<Deno.KvU64>(TALLIES.children);
    if (sessions.value === null) return;
    const mark = takenBy(crypto.randomUUID());
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
          .set(mark, true, { expireIn: TAKEN_MS }).commit()
      );
      if (!taken.ok && (await kv.get(mark)).value === null) continue;
      await audit.commit().execute();
      await kv.delete(mark).catch(() => {});
      return;
    } finally {
      if (!audit.isCommitted && !audit.isRolledBack) await audit.rollback().execute();
    }
  }
}
