/** The service without any optional configuration (spec §4.5, §4.10, §5). */
import assert from "node:assert/strict";
import { startApp } from "../helpers/app.ts";
import { CONSENTING } from "../helpers/session.ts";

const JSON_TYPE = { "content-type": "application/json" };

Deno.test("with nothing configured, integrations are off and nothing else degrades (§4.10)", async (t) => {
  await using app = await startApp();
  const send = async (method: string, path: string, body: unknown, cookie = "") => {
    const response = await app.request(path, {
      method,
      headers: { ...JSON_TYPE, cookie },
      body: JSON.stringify(body),
    });
    return { response, answer: await response.json() };
  };

  await t.step("the selection works", async () => {
    for (const path of ["/", "/select", "/results?options=meeting-rooms", "/systems", "/ready"]) {
      const response = await app.request(path);
      assert.equal(response.status, 200, path);
      await response.body?.cancel();
    }
  });

  await t.step("“every admin request is unauthenticated (fail closed)” (§5)", async () => {
    for (const path of ["/admin", "/admin/systems", "/admin/media/library", "/admin/status"]) {
      const response = await app.request(path);
      assert.equal(response.status, 401, path);
      await response.body?.cancel();
    }
  });

  await t.step("“an unconfigured gate means no consent” (§5)", async () => {
    const { response, answer } = await send(
      "POST",
      "/api/session/events",
      { events: [{ kind: "step_viewed", ref: "setting" }] },
      CONSENTING,
    );
    assert.deepEqual([response.status, answer.recorded], [202, 0]);
  });

  await t.step("“a missing key selects the deterministic stub” (§4.5)", async () => {
    const saved = await send("PUT", "/api/session", { recommendation: "quarry-steel" });
    const [cookie = ""] = (saved.response.headers.get("set-cookie") ?? "").split(";");
    const { response, answer } = await send(
      "POST",
      "/api/assistant/chat?stream=0",
      { message: "How quiet is Quarry Steel?" },
      cookie,
    );
    assert.deepEqual([response.status, answer.reply.model], [200, "stub-chat-v1"]);
  });

  await t.step(
    "an unconfigured CRM “enqueues a retry”, and the buyer is thanked (§4.4)",
    async () => {
      const { response, answer } = await send("POST", "/api/lead", { email: "pat@walls.test" });
      assert.deepEqual([response.status, answer], [200, { ok: true }]);
      const rows = await app.services.db.selectFrom("crm_sync_queue").select("status").execute();
      assert.equal(rows.length, 1);
    },
  );
});
