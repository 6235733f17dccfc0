/** Slows attempts down when the CRM asks for fewer requests, because each refused attempt counts (decision 43). */
import { pause } from "../timing/mod.ts";

/** The pace of attempts. It belongs to one process. */
export interface Throttle {
  /** Waits for the turn of the next attempt. Returns false, at once, if that would take longer than `mostMs`. */
  turn(signal: AbortSignal, mostMs: number): Promise<boolean>;
  /** The CRM asked for fewer requests, and for none within `waitMs`. */
  slowDown(waitMs: number): void;
  /** An attempt landed. */
  speedUp(): void;
  /** Ends a pause that the CRM asked for. Attempts stay apart. */
  resume(): void;
}

const FIRST_GAP_MS = 250;
const MAX_GAP_MS = 10_000;
/** Below this gap, attempts need no throttle. */
const MIN_GAP_MS = 10;
/** The longest pause, whatever the CRM asks for. */
const MAX_PAUSE_MS = 15 * 60_000;
/** Refusals within this time answer requests of the same moment, and slow down once. */
const TOGETHER_MS = 1_000;

/**
 * Creates a throttle without any effect until {@linkcode Throttle.slowDown} is called. That doubles the gap between the
 * starts of two attempts, and each landed attempt shortens it by a hundredth, so the pace settles at what the CRM takes.
 */
export function createThrottle(clock = () => performance.now()): Throttle {
  let gapMs = 0;
  let next = -Infinity;
  let pausedUntil = -Infinity;
  let slowedAt = -Infinity;
  return {
    async turn(signal, mostMs) {
      while (!signal.aborted) {
        const now = clock();
        const waitMs = Math.max(next, pausedUntil) - now;
        if (waitMs <= 0) {
          next = now + gapMs;
          return true;
        }
        if (waitMs > mostMs) return false;
        await pause(Math.ceil(waitMs), signal);
      }
      return false;
    },
    slowDown(waitMs) {
      const now = clock();
      if (now - slowedAt >= TOGETHER_MS) {
        gapMs = Math.min(Math.max(gapMs * 2, FIRST_GAP_MS), MAX_GAP_MS);
        slowedAt = now;
      }
      const pauseMs = Math.min(Math.max(waitMs, gapMs), MAX_PAUSE_MS);
      pausedUntil = Math.max(pausedUntil, now + pauseMs);
    },
    speedUp() {
      gapMs = gapMs < MIN_GAP_MS ? 0 : gapMs * 0.99;
    },
    resume() {
      pausedUntil = -Infinity;
    },
  };
}
