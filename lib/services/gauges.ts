/** The gauges of the service, read from its stores when metrics are collected. */
import { CHAT_PASS, spentOn } from "../assistant/mod.ts";
import { lastContact } from "../cms/mod.ts";
import { countQueue } from "../crm/mod.ts";
import { purgeLag } from "../session/mod.ts";
import type { Services } from "./contract.ts";
import type { Gauges } from "../telemetry/mod.ts";

/** Returns the gauges of a process (see `Gauges` for their units). */
export function gaugesOf(
  { db, kv, now, cms }: Pick<Services, "db" | "kv" | "now" | "cms">,
): Gauges {
  const secondsSince = (at: Date | null) =>
    at === null ? null : Math.max(0, (now().getTime() - at.getTime()) / 1000);
  const queue = sharedRead(() => countQueue(db));
  return {
    queueDepth: async () => (await queue()).queued,
    queueAbandoned: async () => (await queue()).abandoned,
    queueAge: async () => secondsSince((await queue()).oldest) ?? 0,
    spend: () => spentOn(db, CHAT_PASS, now()),
    purgeLag: async () => await purgeLag(kv, now()) / 1000,
    syncAge: async () => cms === null ? null : secondsSince(await lastContact(db)),
  };
}

/** Returns a function whose calls share one read until it ends: a collection reads all of its gauges together. */
function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () =>
    pending ??= read().finally(() => {
      pending = null;
    });
}
