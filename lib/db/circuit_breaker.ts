/** A circuit breaker for readings that an answer can do without. */
import { within } from "./follow.ts";

/** What is read, and when the circuit opens and closes. */
export interface CircuitBreakerOptions {
  /** What is read, for the message of a reading that takes too long: `the corpus`. */
  readonly subject: string;
  /** Told once when it cannot be read, and again only after it could. */
  readonly onOutage: (error: unknown) => void;
  /** How long an answer waits. */
  readonly timeoutMs?: number | undefined;
  /** How long nothing is asked after a reading that failed. */
  readonly pauseMs?: number | undefined;
  /** Milliseconds that only ever grow. */
  readonly clock?: (() => number) | undefined;
}

/** Gives what `read` reads; null where it fails or takes too long, and for a pause after that. */
export type CircuitBreaker = <T>(read: () => Promise<T>) => Promise<T | null>;

/**
 * Makes a circuit breaker around readings that support an answer and never hold it up: one that fails or takes longer than
 * `timeoutMs` opens the circuit for `pauseMs`, and the first reading after that tries again. It never throws.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { subject, onOutage } = options;
  const { timeoutMs = 2_000, pauseMs = 5_000, clock = () => performance.now() } = options;
  let isOpen = false;
  let openUntil = -Infinity;

  function open(): void {
    openUntil = clock() + pauseMs;
  }

  return async (read) => {
    if (clock() < openUntil) return null;
    // After a pause one request tries, and the others do not wait with it.
    if (isOpen) open();
    try {
      const value = await within(timeoutMs, { reading: read(), subject });
      isOpen = false;
      openUntil = -Infinity;
      return value;
    } catch (error) {
      if (!isOpen) onOutage(error);
      isOpen = true;
      open();
      return null;
    }
  };
}
