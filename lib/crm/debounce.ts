/** Debounces calls separately for each key. */

/** Delays and limits of {@linkcode debounced}. */
interface DebounceOptions {
  /** Delay after the latest call, in milliseconds. */
  readonly quietMs: number;
  /** Longest delay after the first call, in milliseconds, however many follow. */
  readonly atMostMs: number;
}

/** Most pending keys. Beyond this number, the key that was called for first runs at once. */
const MAX_WAITING = 10_000;

/** A debounced function. */
interface Debounced {
  call(key: string): void;
  /** Cancels all timers and returns the keys that were pending. */
  stop(): string[];
}

/**
 * Returns a debounced `run`: it runs for a key after `quietMs` without a further call, and at the latest `atMostMs`
 * after the first call.
 */
export function debounced(
  run: (key: string) => void,
  { quietMs, atMostMs }: DebounceOptions,
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
      if (waiting.size > MAX_WAITING && oldest !== undefined) go(oldest);
    },
    stop() {
      const keys = [...waiting.keys()];
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      return keys;
    },
  };
}
