import assert from "node:assert/strict";

/** Far longer than a busy machine needs, so that a test fails only when the condition never holds. */
const LIMIT_MS = 180_000;

/** Polls a condition until it holds, and fails with `what` when it does not hold within three minutes. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!await holds()) {
    assert.ok(performance.now() < deadline, `${what} does not come to be`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
