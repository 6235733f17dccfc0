/** Readings that an answer can do without. */
import { within } from "./follow.ts";

/** What is read, and how patiently. */
export interface PatienceOptions {
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
export type PatientReading = <T>(read: () => Promise<T>) => Promise<T | null>;

/** Makes a reading that supports an answer and never holds it up: see `timeoutMs` and `pauseMs`. It never throws. */
export function readPatiently(options: PatienceOptions): PatientReading {
  const { subject, onOutage } = options;
  const { timeoutMs = 2_000, pauseMs = 5_000, clock = () => performance.now() } = options;
  let isOut = false;
  let pausedUntil = -Infinity;

  function pause(): void {
    pausedUntil = clock() + pauseMs;
  }

  return async (read) => {
    if (clock() < pausedUntil) return null;
    // After a pause one request tries, and the others do not wait with it.
    if (isOut) pause();
    try {
      const value = await within(timeoutMs, { reading: read(), subject });
      isOut = false;
      pausedUntil = -Infinity;
      return value;
    } catch (error) {
      if (!isOut) onOutage(error);
      isOut = true;
      pause();
      return null;
    }
  };
}
