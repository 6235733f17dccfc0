/** Listening to what a server announces, for as long as it takes. */
// @ts-types="@types/pg"
import { Client } from "pg";
import { unavailable } from "../outage.ts";
import type { Limits } from "./limits.ts";
import { connectionOptions } from "./pool.ts";

const RELISTEN_DELAY_MS = 1_000;
const PROBE_EVERY_MS = 20_000;
const PROBE_TIMEOUT_MS = 5_000;

/** What is listened to. */
export interface Subscription {
  readonly url: string;
  readonly channel: string;
  readonly limits: Limits;
  readonly onNotify: () => void;
  /** Told once about each time that it cannot listen, however often it tries, until it can again. */
  readonly onOutage: (error: unknown) => void;
  /** How often a silent connection is asked whether it still is one. */
  readonly probeEveryMs?: number;
}

/**
 * Listens on a connection of its own, for a pooled one would forget when it is handed on. A connection that is
 * lost, or that answers nothing any more, is replaced. Resolves, when the first attempt has ended, to what
 * stops it.
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
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      isOut = false;
      scheduleProbe(next);
      return true;
    } catch (error) {
      // Where this attempt has ended already, its end has been seen to.
      if (client === next) lose(error);
      return false;
    }
  }

  /** A connection that died in silence is never told so: it has to be asked. */
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
