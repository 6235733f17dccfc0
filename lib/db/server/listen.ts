/** Listens for notifications of a server, with automatic reconnection. */
// @ts-types="@types/pg"
import { Client, type Notification } from "pg";
import type { DatabaseHandle } from "../handle.ts";
import { unavailable } from "../outage.ts";
import type { Limits } from "./limits.ts";
import { connectionOptions, prepareConnection } from "./pool.ts";

const RELISTEN_DELAY_MS = 1_000;
const PROBE_EVERY_MS = 20_000;
const PROBE_TIMEOUT_MS = 5_000;

/** Options of {@linkcode openListener}. */
interface ListenerOptions {
  readonly url: string;
  readonly limits: Limits;
  /** Interval of the keep-alive query in milliseconds; 20 seconds by default. */
  readonly probeEveryMs?: number;
}

interface Subscription {
  readonly channel: string;
  readonly onNotify: () => void;
  readonly onOutage: (error: unknown) => void;
  isOut: boolean;
}

/**
 * Returns a function that listens on a channel, see {@linkcode DatabaseHandle.listen}. All channels share a connection of
 * their own, because `listen` belongs to a session and a pooled connection changes hands. It is opened for the first
 * channel and closed with the last. A lost or unresponsive connection is replaced after 1 second, then each `onNotify` is
 * called because notifications may have been missed.
 */
export function openListener(options: ListenerOptions): DatabaseHandle["listen"] {
  const { url, limits, probeEveryMs = PROBE_EVERY_MS } = options;
  const subscriptions = new Set<Subscription>();
  let client: Client | undefined;
  /** The last query of the connection, since the driver takes one at a time. */
  let last: Promise<unknown> = Promise.resolve();
  let outage: unknown;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let probe: ReturnType<typeof setTimeout> | undefined;

  /** Connects and listens on all channels. Returns whether that was possible. */
  async function connect(): Promise<boolean> {
    const next = new Client(connectionOptions({
      url,
      name: "guided-selection-listen",
      limits: { ...limits, queryMs: Math.min(PROBE_TIMEOUT_MS, limits.queryMs) },
    }));
    client = next;
    next.on("error", ignore);
    next.on("notification", notify);
    next.once("end", () => {
      if (client === next) lose(new Error("the connection that listens was closed"));
    });
    const ready = next.connect().then(() => prepareConnection(next));
    last = ready.catch(ignore);
    try {
      await ready;
      const channels = new Set(Array.from(subscriptions, ({ channel }) => channel));
      for (const channel of channels) await listenOn(next, channel);
    } catch (error) {
      // Otherwise the "end" event has already handled this failure.
      if (client === next) lose(error);
    }
    if (client !== next) return false;
    for (const subscription of subscriptions) subscription.isOut = false;
    scheduleProbe(next);
    return true;
  }

  async function ask(asked: Client, statement: string): Promise<void> {
    const answer = last.then(() => asked.query(statement));
    last = answer.catch(ignore);
    await answer;
  }

  function listenOn(asked: Client, channel: string): Promise<void> {
    return ask(asked, `listen ${asked.escapeIdentifier(channel)}`);
  }

  function notify({ channel }: Notification): void {
    for (const subscription of subscriptions) {
      if (subscription.channel === channel) subscription.onNotify();
    }
  }

  /** Schedules the next keep-alive query: a connection can die without an event (half-open). */
  function scheduleProbe(asked: Client): void {
    clearTimeout(probe);
    probe = setTimeout(async () => {
      try {
        await ask(asked, "select 1");
        if (client === asked) scheduleProbe(asked);
      } catch (error) {
        if (client === asked) lose(error);
      }
    }, probeEveryMs);
  }

  function lose(error: unknown): void {
    clearTimeout(probe);
    void client?.end().catch(ignore);
    client = undefined;
    outage = unavailable(error);
    subscriptions.forEach(reportOutage);
    retry = setTimeout(async () => {
      if (await connect()) { for (const { onNotify } of subscriptions) onNotify(); }
    }, RELISTEN_DELAY_MS);
  }

  function reportOutage(subscription: Subscription): void {
    if (!subscription.isOut) subscription.onOutage(outage);
    subscription.isOut = true;
  }

  async function close(): Promise<void> {
    clearTimeout(retry);
    clearTimeout(probe);
    const closing = client;
    client = undefined;
    await closing?.end();
  }

  return async (channel, onNotify, onOutage) => {
    const subscription = { channel, onNotify, onOutage, isOut: false };
    subscriptions.add(subscription);
    const asked = client;
    if (subscriptions.size === 1) {
      await connect();
    } else if (asked === undefined) {
      reportOutage(subscription);
    } else {
      await listenOn(asked, channel).catch((error) => {
        if (client === asked) lose(error);
      });
    }
    return async () => {
      subscriptions.delete(subscription);
      if (subscriptions.size === 0) await close();
    };
  };
}

function ignore(): void {}
