import assert from "node:assert/strict";
import { createRunner, listenForMessages, type MessageHandler } from "@/lib/jobs/mod.ts";
import { until } from "@/tests/helpers/until.ts";

type Logged = [message: string, properties: Record<string, unknown>];

/** Listens for messages of a new store, and keeps what is logged. */
async function aQueue(handlers: Record<string, MessageHandler>) {
  const kv = await Deno.openKv(":memory:");
  const logged: Logged[] = [];
  const note = (message: string, properties: Record<string, unknown>) => {
    logged.push([message, properties]);
  };
  const log = { debug: note, info: note, warn: note, error: note };
  const runner = createRunner({ kv, log, now: () => new Date() });
  const ended = listenForMessages(new Map(Object.entries(handlers)), { kv, runner, log });
  return {
    kv,
    runner,
    logged,
    async [Symbol.asyncDispose]() {
      await runner.stop();
      kv.close();
      await ended;
    },
  };
}

Deno.test("a message runs the handler of its kind (design §5)", async () => {
  const handled = Promise.withResolvers<unknown>();
  await using queue = await aQueue({ "crm-retry": handled.resolve });
  await queue.kv.enqueue({ kind: "crm-retry", id: "7" });
  assert.deepEqual(await handled.promise, { kind: "crm-retry", id: "7" });
  await queue.runner.idle();
});

Deno.test("messages of an unknown kind are dropped and logged, and do not delay others", async () => {
  const handled = Promise.withResolvers<void>();
  await using queue = await aQueue({ known: () => handled.resolve() });
  for (const message of [null, "text", {}, { kind: 7 }, { kind: "constructor" }]) {
    await queue.kv.enqueue(message);
  }
  await queue.kv.enqueue({ kind: "known" });
  await handled.promise;
  await until(
    "five messages are dropped",
    () => queue.logged.filter(([message]) => message === "message dropped").length >= 5,
  );
});

Deno.test("an error of a handler is logged, and its message is not delivered again", async () => {
  let calls = 0;
  const next = Promise.withResolvers<void>();
  await using queue = await aQueue({
    failing() {
      calls++;
      throw new Error("no such row");
    },
    next: () => next.resolve(),
  });
  await queue.kv.enqueue({ kind: "failing" });
  while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await queue.runner.idle();
  await queue.kv.enqueue({ kind: "next" });
  await next.promise;
  assert.equal(calls, 1);
  assert.ok(queue.logged.some(([, { error }]) => error instanceof Error));
});

Deno.test("a message that the runner refuses is delivered again", async () => {
  const kv = await Deno.openKv(":memory:");
  const delivered = Promise.withResolvers<void>();
  let offers = 0;
  const runner = {
    run(_name: string, work: (signal: AbortSignal) => unknown) {
      if (++offers === 1) return false;
      void work(new AbortController().signal);
      return true;
    },
  };
  const ended = listenForMessages(new Map([["again", () => delivered.resolve()]]), {
    kv,
    runner,
    log: { warn() {} },
  });
  await kv.enqueue({ kind: "again" }, { backoffSchedule: [10] });
  await delivered.promise;
  assert.equal(offers, 2);
  kv.close();
  await ended;
});
