/** Whether this process should be sent requests (design §7). */
import { z } from "zod";
import { type DatabaseHandle, isMigrated } from "../db/mod.ts";

/** The answer of `GET /ready`. */
export const Ready = z.strictObject({
  ok: z.boolean().describe("Whether every check passed"),
  checks: z.strictObject({
    database: z.boolean().describe("The database answers"),
    migrations: z.boolean().describe("Every migration of this release is applied"),
    store: z.boolean().describe("The key-value store answers"),
    accepting: z.boolean().describe("The process has not been told to stop"),
  }),
}).meta({ id: "Ready" });
/** The answer of `GET /ready`. */
export type Ready = z.infer<typeof Ready>;

/** Tells whether the process is ready, and is told when it no longer is. */
export interface Readiness {
  /** Looks at the stores, within two seconds. Callers within a second share one look. Never throws. */
  check(): Promise<Ready>;
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

/** Makes the one who knows whether the process is ready. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { database, kv, timeoutMs = 2_000, clock = () => performance.now() } = options;
  let accepting = true;
  let shared: { readonly at: number; readonly stores: Promise<Stores> } | undefined;

  return {
    async check() {
      if (shared === undefined || clock() - shared.at >= SHARED_MS) {
        shared = { at: clock(), stores: look() };
      }
      const checks = { ...await shared.stores, accepting };
      return { ok: Object.values(checks).every(Boolean), checks };
    },
    get draining() {
      return !accepting;
    },
    drain: () => void (accepting = false),
  };

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

type Stores = Omit<Ready["checks"], "accepting">;
