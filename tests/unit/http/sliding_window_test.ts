import assert from "node:assert/strict";
import fc from "fast-check";
import { admits, type Counts, quotaOf, WINDOW_MS, windowOf } from "@/lib/http/sliding_window.ts";

/** Returns the counts after a period without requests. */
function later({ previous, current }: Counts, fromMs: number, toMs: number): Counts {
  const windows = windowOf(toMs) - windowOf(fromMs);
  if (windows === 0) return { previous, current };
  return { previous: windows === 1 ? current : 0, current: 0 };
}

const CASES: readonly [what: string, counts: Counts, secondsIn: number, admitted: boolean][] = [
  ["there were no requests before", { previous: 0, current: 0 }, 0, true],
  ["one more fits", { previous: 0, current: 9 }, 59, true],
  ["the window is full", { previous: 0, current: 10 }, 59, false],
  ["the previous window was full and has just ended", { previous: 10, current: 0 }, 0, true],
  ["the first request after a full window has just come", { previous: 10, current: 1 }, 0, false],
  ["a tenth of a full previous window has faded", { previous: 10, current: 1 }, 6, true],
  [
    "half of the previous window and this one are full together",
    { previous: 10, current: 6 },
    30,
    false,
  ],
  ["most of the previous window has faded", { previous: 10, current: 8 }, 54, true],
];

for (const [what, counts, secondsIn, admitted] of CASES) {
  Deno.test(`admits() ${admitted ? "admits a request" : "refuses"} when ${what} (design §7)`, () => {
    assert.equal(admits(counts, 10, 7 * WINDOW_MS + secondsIn * 1000), admitted);
  });
}

const Moment = fc.record({
  limit: fc.integer({ min: 1, max: 400 }),
  previous: fc.integer({ min: 0, max: 900 }),
  current: fc.integer({ min: 0, max: 900 }),
  timeMs: fc.integer({ min: 0, max: 20 * WINDOW_MS }),
});

Deno.test("quotaOf(): exactly `remaining` more requests are admitted now", () => {
  fc.assert(fc.property(Moment, ({ limit, previous, current, timeMs }) => {
    const { remaining } = quotaOf({ previous, current }, limit, timeMs);
    for (let sent = 0; sent <= Math.min(remaining, 5); sent++) {
      const counts = { previous, current: current + remaining - Math.min(remaining, 5) + sent };
      assert.equal(admits(counts, limit, timeMs), sent < Math.min(remaining, 5));
    }
  }));
});

Deno.test("quotaOf(): a refused client is admitted after `seconds`, at most a minute, and not two seconds earlier", () => {
  fc.assert(
    fc.property(Moment, ({ limit, previous, current, timeMs }) => {
      const counts = { previous, current };
      const { remaining, seconds } = quotaOf(counts, limit, timeMs);
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
      if (remaining > 0) return;
      const then = timeMs + seconds * 1000;
      assert.ok(admits(later(counts, timeMs, then), limit, then));
      const sooner = then - 2000;
      if (sooner < timeMs) return;
      assert.ok(!admits(later(counts, timeMs, sooner), limit, sooner));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("quotaOf(): the remaining requests are admitted at any time before `seconds` are over", () => {
  fc.assert(
    fc.property(Moment, fc.nat(59_000), ({ limit, previous, current, timeMs }, pauseMs) => {
      const { remaining, seconds } = quotaOf({ previous, current }, limit, timeMs);
      if (remaining === 0 || pauseMs >= seconds * 1000) return;
      const then = timeMs + pauseMs;
      const before = { previous, current: current + remaining - 1 };
      const counts = later(before, timeMs, then);
      assert.ok(admits(counts, limit, then));
      // Most moments have nothing left.
    }),
    { numRuns: 2_000 },
  );
});
