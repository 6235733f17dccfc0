/** A circuit breaker for optional reads, which a response can do without. */
import { within } from "./follow.ts";

/** Options of {@linkcode createCircuitBreaker}. */
export interface CircuitBreakerOptions {
  /** Name of the source in the message of a timeout, such as `the corpus`. */
  readonly subject: string;
  /** Called when the circuit opens, and not again until a read has succeeded. */
  readonly onOutage: (error: unknown) => void;
  /** Timeout of a read in milliseconds; 2000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How long the circuit stays open in milliseconds; 5000 by default. */
  readonly pauseMs?: number | undefined;
  /** Monotonic clock in milliseconds; `performance.now` by default. */
  readonly clock?: (() => number) | undefined;
}

/** Runs `read` and returns its result. Returns null when it fails, times out, or the circuit is open. Never throws. */
type CircuitBreaker = <T>(read: () => Promise<T>) => Promise<T | null>;

/**
 * Creates a circuit breaker. A read that fails or takes longer than `timeoutMs` opens the circuit for `pauseMs`. Then
 * one read tries again (half-open) while the others still get null.
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
    // Half-open: this request tries, and the circuit stays open for the others.
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
