/** Listens for notifications of a server, with automatic reconnection. */
// @ts-types="@types/pg"
import { Client } from "pg";
import { unavailable } from "../outage.ts";
import type { Limits } from "./limits.ts";
import { connectionOptions, prepareConnection } from "./pool.ts";

const RELISTEN_DELAY_MS = 1_000;
const PROBE_EVERY_MS = 20_000;
const PROBE_TIMEOUT_MS = 5_000;

/** Options of {@linkcode listen}. */
interface Subscription {
  readonly url: string;
  readonly channel: string;
  readonly limits: Limits;
  readonly onNotify: () => void;
  /** Called once per outage, not on every failed attempt. */
  readonly onOutage: (error: unknown) => void;
  /** Interval of the keep-alive query in milliseconds; 20 seconds by default. */
  readonly probeEveryMs?: number;
}

/**
 * Listens on a dedicated connection, because `listen` belongs to a session and a pooled connection changes hands. A
 * lost or unresponsive connection is replaced after 1 second, then `onNotify` is called because notifications may have
 * been missed. Resolves after the first attempt, successful or not, to a function that stops listening.
 */
export async function listen(subscription: Subscription): Promise<() => Promise<void>> {
  const { channel, onNotify, onOutage, limits, probeEveryMs = PROBE_EVERY_MS } = subscription;
  let client: Client | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let probe: ReturnType<typeof setTimeout> | undefined;
  let isOut = false;
  let stopped = false;

  async function connect(): Promise<boolean> {
    const next = new Client({
      ...connectionOptions({
        ...subscription,
        name: "guided-selection-listen",
        limits: { ...limits, queryMs: Math.min(PROBE_TIMEOUT_MS, limits.queryMs) },
      }),
    });
    client = next;
    next.on("error", ignore);
    next.on("notification", onNotify);
    next.once("end", () => {
      if (client === next) lose(new Error("the connection that listens was closed"));
    });
    try {
      await next.connect();
      await prepareConnection(next);
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      isOut = false;
      scheduleProbe(next);
      return true;
    } catch (error) {
      // Otherwise the "end" event has already handled this failure.
      if (client === next) lose(error);
      return false;
    }
  }

  /** Schedules the next keep-alive query: a connection can die without an event (half-open). */
  function scheduleProbe(asked: Client): void {
    clearTimeout(probe);
    if (stopped) return;
    probe = setTimeout(async () => {
      try {
        await asked.query("select 1");
        if (client === asked) scheduleProbe(asked);
      } catch (error) {
        if (client === asked) lose(error);
      }
    }, probeEveryMs);
  }

  function lose(error: unknown): void {
    clearTimeout(probe);
    const lost = client;
    client = undefined;
    void lost?.end().catch(ignore);
    if (stopped) return;
    if (!isOut) onOutage(unavailable(error));
    isOut = true;
    clearTimeout(retry);
    retry = setTimeout(async () => {
      if (await connect() && !stopped) onNotify();
    }, RELISTEN_DELAY_MS);
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    clearTimeout(probe);
    const last = client;
    client = undefined;
    await last?.end();
  };
}

function ignore(): void {}
