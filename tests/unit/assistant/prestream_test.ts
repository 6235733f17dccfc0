/** Tests that a turn that hangs before its stream begins ends with an error status (§6.1, §8). */
import assert from "node:assert/strict";
import { answerChat, runTurn } from "@/lib/assistant/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import { startApp } from "@/tests/helpers/app.ts";

Deno.test("answerChat() throws a timeout with status 408 when it hangs before the stream begins (§6.1, §7)", async (t) => {
  await using app = await startApp();
  const { config, assistant } = app.services;
  const services = {
    ...app.services,
    config: { ...config, assistant: { ...config.assistant, prestreamTimeoutMs: 50 } },
    assistant: { ...assistant, isOverBudget: () => new Promise<boolean>(() => {}) },
  };
  for (const query of ["", "?stream=0"]) {
    await t.step(query === "" ? "streaming" : query, async () => {
      const url = new URL(`http://localhost/api/assistant/chat${query}`);
      const request = new Request(url, { headers: { accept: "text/event-stream" } });
      const body = { message: "How quiet is Quarry Steel?" };
      await assert.rejects(
        answerChat(services, { request, url, body }),
        (error: unknown) => {
          assert.ok(error instanceof AppError);
          assert.deepEqual([error.kind, error.status], ["timeout", 408]);
          return true;
        },
      );
    });
  }
});

Deno.test("runTurn() ends with a timeout when it hangs, so that a form hangs no longer than a stream (§7, §8)", async () => {
  await using app = await startApp();
  const { config, assistant } = app.services;
  const services = {
    ...app.services,
    config: { ...config, assistant: { ...config.assistant, prestreamTimeoutMs: 50 } },
    assistant: { ...assistant, isOverBudget: () => new Promise<boolean>(() => {}) },
  };
  await assert.rejects(
    runTurn(services, {
      request: new Request("http://localhost/advisor"),
      message: "How quiet is Quarry Steel?",
      history: [],
      threadId: null,
      page: "browsing",
      signal: new AbortController().signal,
    }),
    (error: unknown) => error instanceof AppError && error.kind === "timeout",
  );
});
