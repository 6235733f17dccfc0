/** Whether this process should be sent requests (design §7). */
import { z } from "zod";
import { type DatabaseHandle, isMigrated } from "../db/mod.ts";

/** What is asked of `GET /ready`. */
export const ReadyQuery = z.object({
  only: z.literal("accepting").optional().describe(
    "Asks only whether the process is about to stop, and no store; for a proxy that has no better process in an outage",
  ),
});

/** The answer of `GET /ready`. */
export const Ready = z.strictObject({
  ok: z.boolean().describe("Whether every check that was asked for passed"),
  checks: z.strictObject({
    database: z.boolean().optional().describe("The database answers"),
    migrations: z.boolean().optional().describe("Every migration of this release is applied"),
    store: z.boolean().optional().describe("The key-value store answers"),
    accepting: z.boolean().describe("The process has not been told to stop"),
  }),
}).meta({ id: "Ready" });
/** The answer of `GET /ready`. */
export type Ready = z.infer<typeof Ready>;

/** Tells whether the process is ready, and is told when it no longer is. */
export interface Readiness {
  /**
   * Looks at the stores, within two seconds. Callers share one look: for a second, or where it found an outage, for a quarter of
   * one, so that its end is seen soon. Never throws.
   */
  check(): Promise<Ready>;
  /** Whether the process goes on accepting requests; asks no store. */
  accepts(): Ready;
  /** Whether the process is going to stop. */
  readonly draining: boolean;
  /** From now on the process is not ready, for it is going to stop. */
  drain(): void;
}

/** What is looked at. */
export interface ReadinessOptions {
  readonly database: Pick<DatabaseHandle, "ping" | "probe">;
  readonly kv: Pick<Deno.Kv, "get">;
  readonly timeoutMs?: number;
  readonly clock?: () => number;
}

const SHARED_MS = 1_000;
const SHARED_OUTAGE_MS = 250;

/** Makes the one who knows whether the process is ready. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { database, kv, timeoutMs = 2_000, clock = () => performance.now() } = options;
  let accepting = true;
  let shared: { until: number; readonly stores: Promise<Stores> } | undefined;

  return {
    async check() {
      if (shared === undefined || clock() >= shared.until) shared = share();
      const checks = { ...await shared.stores, accepting };
      return { ok: Object.values(checks).every(Boolean), checks };
    },
    accepts: () => ({ ok: accepting, checks: { accepting } }),
    get draining() {
      return !accepting;
    },
    drain: () => void (accepting = false),
  };

  /** A look that others share while it goes on, and for a while after. */
  function share() {
    const stores = look();
    const one = { until: Infinity, stores };
    void stores.then((found) => {
      one.until = clock() + (Object.values(found).every(Boolean) ? SHARED_MS : SHARED_OUTAGE_MS);
    });
    return one;
  }

  async function look(): Promise<Stores> {
    const [answers, migrations, store] = await Promise.all([
      database.ping(timeoutMs),
      inTime(isMigrated(database)),
      inTime(kv.get(["ready"]).then(() => true)),
    ]);
    return { database: answers, migrations, store };
  }

  async function inTime(asked: Promise<boolean>): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), timeoutMs);
    // What fails is not ready; the failure itself is told by whoever needs the store.
    const answered = await Promise.race([asked.catch(() => false), late.promise]);
    clearTimeout(timer);
    return answered;
  }
}

type Stores = Required<Omit<Ready["checks"], "accepting">>;
