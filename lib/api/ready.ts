/** The readiness check: whether a load balancer should send requests to this process (design §7). */
import { z } from "zod";
import { type DatabaseHandle, isMigrated } from "../db/mod.ts";
import { requireWrites } from "../kv/mod.ts";
import { getLog } from "../log/mod.ts";
import { withTimeout } from "../timing/mod.ts";

/** The query parameters of `GET /ready`. */
export const ReadyQuery = z.object({
  only: z.literal("accepting").optional().describe(
    "Asks only whether the process is about to stop, and no store; for a proxy that has no better process in an outage",
  ),
});

/** The response of `GET /ready`. */
export const Ready = z.strictObject({
  ok: z.boolean().describe("Whether every check that was asked for passed"),
  checks: z.strictObject({
    database: z.boolean().optional().describe("The database answers and takes writes"),
    migrations: z.boolean().optional().describe("Every migration of this release is applied"),
    store: z.boolean().optional().describe("The key-value store takes writes"),
    accepting: z.boolean().describe("The process has not been told to stop"),
  }),
}).meta({ id: "Ready" });
/** The response of `GET /ready`. */
export type Ready = z.infer<typeof Ready>;

/** Reports whether the process is ready. */
export interface Readiness {
  /**
   * Checks the database, its migrations and the key-value store, each with a timeout of two seconds by default. A
   * result is cached for a second, or for a quarter of a second when a check failed, so that a recovery is noticed
   * soon; concurrent callers share one check. Never throws.
   */
  check(): Promise<Ready>;
  /** Returns only whether the process still accepts requests, without checking any store. */
  accepts(): Ready;
  /** Whether the process is about to stop. */
  readonly draining: boolean;
  /** Marks the process as not ready, because it is about to stop. */
  drain(): void;
}

/** The stores to check, with a timeout in milliseconds per check (default 2000) and a clock for the cache. */
interface ReadinessOptions {
  readonly database: Pick<DatabaseHandle, "ping" | "probe">;
  readonly kv: Pick<Deno.Kv, "delete">;
  readonly timeoutMs?: number;
  readonly clock?: () => number;
}

const SHARED_MS = 1_000;
const SHARED_OUTAGE_MS = 250;

/** Creates the readiness check of a process, which starts out accepting requests. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { database, kv, timeoutMs = 2_000, clock = () => performance.now() } = options;
  let accepting = true;
  let shared: { until: number; readonly stores: Promise<Stores> } | undefined;
  let isStoreOut = false;

  return {
    async check() {
      if (shared === undefined || clock() >= shared.until) shared = startCheck();
      const checks = { ...await shared.stores, accepting };
      return { ok: Object.values(checks).every(Boolean), checks };
    },
    accepts: () => ({ ok: accepting, checks: { accepting } }),
    get draining() {
      return !accepting;
    },
    drain: () => void (accepting = false),
  };

  /** Starts a check that callers share while it runs and until its result expires. */
  function startCheck() {
    const stores = checkStores();
    const one = { until: Infinity, stores };
    void stores.then((found) => {
      one.until = clock() + (Object.values(found).every(Boolean) ? SHARED_MS : SHARED_OUTAGE_MS);
    });
    return one;
  }

  async function checkStores(): Promise<Stores> {
    const [answers, migrations, store] = await Promise.all([
      database.ping(timeoutMs),
      inTime(isMigrated(database)),
      takesWrites(),
    ]);
    return { database: answers, migrations, store };
  }

  function inTime(asked: Promise<boolean>): Promise<boolean> {
    // An error counts as not ready. It is not logged here, because the code that uses the database logs it.
    return withTimeout(timeoutMs, () => asked.catch(() => false), () => false);
  }

  /** Logs why not, once per outage: no other code notices that the store's file was removed. */
  async function takesWrites(): Promise<boolean> {
    try {
      await withTimeout(timeoutMs, () => requireWrites(kv));
      isStoreOut = false;
    } catch (error) {
      if (!isStoreOut) getLog("ready").error("the key-value store is not ready", { error });
      isStoreOut = true;
    }
    return !isStoreOut;
  }
}

type Stores = Required<Omit<Ready["checks"], "accepting">>;
