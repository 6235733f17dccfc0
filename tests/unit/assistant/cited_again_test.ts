import assert from "node:assert/strict";
import { turnsOf } from "@/lib/assistant/browser.ts";
import { citedAgain } from "@/lib/assistant/mod.ts";
import { startApp } from "@/tests/helpers/app.ts";
import { logged } from "@/tests/helpers/logged.ts";

Deno.test("a conversation comes back without its sources while the corpus cannot be read (§7)", async () => {
  await using app = await startApp();
  const turns = turnsOf([
    { role: "user", content: "How tall?" },
    { role: "assistant", content: "Very tall.", sources: [[0, 10, "a:1"]] },
  ]);
  const away = { ...app.services, findPassages: () => Promise.reject(new Error("Away")) };
  const lines = await logged(async () => {
    const [turn] = await citedAgain(away, turns);
    assert.deepEqual([turn?.answer, turn?.grounded, turn?.citations], ["Very tall.", false, []]);
  });
  assert.ok(lines.some((line) => line.includes("cannot find the sources of earlier answers")));
});
