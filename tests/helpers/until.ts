import assert from "node:assert/strict";

/** Far beyond what a busy machine takes, so that a test fails where nothing comes, and not where it comes late. */
const LIMIT_MS = 180_000;

/** Waits for something that happens by itself, which is asked for again and again; fails where it does not come. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!await holds()) {
    assert.ok(performance.now() < deadline, `${what} does not come to be`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
