import { setTimeout as delay } from "node:timers/promises";

/** Waits, but no longer than until the signal is aborted. Never rejects. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal && { signal }).catch(() => {});
}
