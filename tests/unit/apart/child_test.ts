/** The environment of child processes that handle untrusted input (spec §5). */
import assert from "node:assert/strict";
import { startChild } from "@/lib/apart/mod.ts";

Deno.test("a child process has none of the environment's secrets (§5)", async () => {
  const secrets = ["MODEL_API_KEY", "CRM_PASSWORD", "DATABASE_URL", "DENO_KV_ACCESS_TOKEN"];
  for (const name of secrets) Deno.env.set(name, "secret-of-the-test");
  const child = await startChild({
    script: new URL("../../helpers/apart_child.ts", import.meta.url),
    permissions: ["--allow-env"],
    limits: { waitMs: 60_000, timeMs: 60_000, memoryMiB: 512 },
  });
  try {
    const answer = await child.ask({});
    assert.ok(typeof answer === "object");
    assert.doesNotMatch(JSON.stringify(answer), /secret-of-the-test/);
    assert.match(JSON.stringify(answer), /"PATH"/);
  } finally {
    await child.end();
    for (const name of secrets) Deno.env.delete(name);
  }
});
