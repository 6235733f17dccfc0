/** When the activity of visitors is synced: a few seconds after it pauses, and after a failure in the next run. */
import type { Runner } from "../jobs/mod.ts";
import { isOutage } from "../kv/mod.ts";
import type { Log } from "../log/mod.ts";
import {
  type ActivityOutcome,
  type ActivityServices,
  dueActivity,
  noteDue,
  syncActivity,
} from "./activity.ts";
import { debounced } from "./debounce.ts";
import type { ConnectedCrm } from "./process.ts";

/** Syncs the activity of sessions in the background. */
interface ActivityQueue {
  /** Reports that a session has changed. */
  note(sessionId: string): void;
  /** Retries activity whose earlier sync failed. The next run starts where this one gave up. */
  processDue(signal: AbortSignal): Promise<void>;
  /** Marks the sessions that still wait as due, so that the next process syncs them. */
  close(): Promise<void>;
}

/**
 * Activity is synced after 3 s without a further change, and at the latest 6 s after the first one. With the CRM's own
 * response time that stays within 10 s.
 */
const QUIET_MS = 3_000;
const AT_MOST_MS = 6_000;
/** One failure may concern one contact; this many in a row mean that the CRM itself is down. */
const MAX_FAILURES = 3;

/** Creates the queue. Without a CRM it does nothing. */
export function createActivityQueue(
  services: ActivityServices & {
    readonly background: Pick<Runner, "run">;
    readonly log: Pick<Log, "warn">;
  },
  { connected, quietMs = QUIET_MS }: {
    readonly connected: ConnectedCrm | null;
    readonly quietMs?: number | undefined;
  },
): ActivityQueue {
  const { kv, background, log } = services;
  /** The session at which the next retry starts, so that contacts that always fail hold up no others. */
  let nextDue = "";
  let isClosed = false;
  /**
   * Syncs that have been handed to the runner and have not ended. When the process stops, the runner drops those that
   * wait, and does not wait long for those that it aborts.
   */
  const handedOver = new Set<{ readonly sessionId: string }>();

  const waiting = debounced((sessionId) => {
    const handed = { sessionId };
    const work = async (signal: AbortSignal) => {
      try {
        await sync(sessionId, signal);
      } finally {
        handedOver.delete(handed);
      }
    };
    handedOver.add(handed);
    if (background.run("sync activity", work, { asksOthers: true })) return;
    handedOver.delete(handed);
    void keep(sessionId);
  }, { quietMs, atMostMs: AT_MOST_MS });

  async function sync(sessionId: string, signal: AbortSignal): Promise<ActivityOutcome> {
    if (connected === null) return "nobody";
    try {
      const first = await syncActivity(services, connected, { sessionId, signal });
      let latest = first;
      // A sync that took long may have landed after a later one, whose values it then replaced.
      while (latest === "synced") {
        latest = await syncActivity(services, connected, { sessionId, signal });
      }
      return latest === "failed" ? latest : first;
    } catch (error) {
      await keep(sessionId);
      // The rooms that own the stores log their outages.
      if (!isOutage(error)) throw error;
      return "failed";
    }
  }

  /** Marks a session's activity as due for a later run; while the store is down as well, it waits in memory. */
  async function keep(sessionId: string): Promise<void> {
    try {
      await noteDue(services, sessionId);
    } catch (error) {
      if (isClosed) log.warn("activity not kept for the next process", { error });
      else waiting.call(sessionId);
    }
  }

  return {
    note(sessionId) {
      if (connected !== null) waiting.call(sessionId);
    },
    async processDue(signal) {
      let failures = 0;
      const from = nextDue;
      nextDue = "";
      for await (const sessionId of dueActivity(kv, from)) {
        if (signal.aborted) return;
        if (failures === MAX_FAILURES) {
          nextDue = sessionId;
          return;
        }
        const outcome = await sync(sessionId, signal);
        if (outcome === "failed") failures++;
        else if (outcome === "synced") failures = 0;
      }
    },
    async close() {
      isClosed = true;
      const unsent = [...handedOver].map(({ sessionId }) => sessionId);
      for (const sessionId of new Set([...waiting.stop(), ...unsent])) await keep(sessionId);
    },
  };
}
