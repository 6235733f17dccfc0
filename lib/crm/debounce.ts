/** Waits until something has been quiet for a moment, for each of many keys. */

/** How long to wait. */
export interface DebounceOptions {
  /** After the last call. */
  readonly quietMs: number;
  /** After the first call, however many follow. */
  readonly atMostMs: number;
  /** Keys that may wait; of more, the one that has waited longest goes at once. */
  readonly maxWaiting?: number;
}

/** Calls that are put off. */
export interface Debounced {
  call(key: string): void;
  /** Ends all waiting, and gives the keys that were left. */
  stop(): string[];
}

/** Runs `run` for a key once nothing has called for it for `quietMs`, or `atMostMs` after the first call. */
export function debounced(
  run: (key: string) => void,
  { quietMs, atMostMs, maxWaiting = 10_000 }: DebounceOptions,
): Debounced {
  const waiting = new Map<string, { since: number; timer: ReturnType<typeof setTimeout> }>();

  function go(key: string): void {
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
    run(key);
  }

  return {
    call(key) {
      const before = waiting.get(key);
      clearTimeout(before?.timer);
      const since = before?.since ?? performance.now();
      const leftMs = since + atMostMs - performance.now();
      const timer = setTimeout(() => go(key), Math.max(0, Math.min(quietMs, leftMs)));
      waiting.set(key, { since, timer });
      const [oldest] = waiting.keys();
      if (waiting.size > maxWaiting && oldest !== undefined) go(oldest);
    },
    stop() {
      const keys = [...waiting.keys()];
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      return keys;
    },
  };
}
