/** A turn that hangs before its stream begins is an answer with a status, never a connection without bytes (§6.1). */
import assert from "node:assert/strict";
import { answerChat } from "../../../lib/assistant/mod.ts";
import { AppError } from "../../../lib/http/mod.ts";
import { startApp } from "../../helpers/app.ts";

Deno.test("what hangs before a stream begins is a timeout with a status of its own (§6.1, §7)", async (t) => {
  await using app = await startApp();
  const { config, assistant } = app.services;
  const services = {
    ...app.services,
    config: { ...config, assistant: { ...config.assistant, prestreamTimeoutMs: 50 } },
    assistant: { ...assistant, isOverBudget: () => new Promise<boolean>(() => {}) },
  };
  for (const query of ["", "?stream=0"]) {
    await t.step(query === "" ? "a stream was asked for" : query, async () => {
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
