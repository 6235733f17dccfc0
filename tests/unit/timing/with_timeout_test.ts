import assert from "node:assert/strict";
import { withTimeout } from "@/lib/timing/mod.ts";

function fail(): never {
  throw new Error("too late");
}

Deno.test("withTimeout() settles like work that ends in time, and clears its timer", async () => {
  assert.equal(await withTimeout(60_000, () => Promise.resolve(1), fail), 1);
  await assert.rejects(withTimeout(60_000, () => Promise.reject(new Error("broken")), fail), {
    message: "broken",
  });
});

Deno.test("withTimeout() settles like onTimeout, even if the aborted work rejects", async () => {
  let wasAborted = false;
  const untilAborted = (signal: AbortSignal) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => {
      wasAborted = true;
      reject(signal.reason);
    });
    return promise;
  };
  assert.equal(await withTimeout(1, untilAborted, () => null), null);
  assert.ok(wasAborted);
  await assert.rejects(withTimeout(1, untilAborted, fail), { message: "too late" });
});

Deno.test("withTimeout() ignores a rejection of the work after the timeout", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  assert.equal(await withTimeout(1, () => promise, () => "late"), "late");
  reject(new Error("nobody waits"));
  await new Promise((resolve) => setTimeout(resolve));
});
