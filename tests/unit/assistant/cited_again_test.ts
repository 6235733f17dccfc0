import assert from "node:assert/strict";
import { formHistoryOf, turnsOf } from "@/lib/assistant/browser.ts";
import { citedAgain, type FormEntry } from "@/lib/assistant/mod.ts";
import { startApp } from "@/tests/helpers/app.ts";
import { logged } from "@/tests/helpers/logged.ts";

Deno.test("a conversation comes back without its sources while the corpus cannot be read (§7)", async () => {
  await using app = await startApp();
  const history: FormEntry[] = [
    { role: "user", content: "How tall?" },
    { role: "assistant", content: "Very tall.", sources: [[0, 10, "a:1"]] },
  ];
  const turns = turnsOf(history);
  const away = { ...app.services, findPassages: () => Promise.reject(new Error("Away")) };
  const lines = await logged(async () => {
    const shown = await citedAgain(away, turns);
    const [turn] = shown;
    assert.deepEqual([turn?.answer, turn?.grounded, turn?.citations], ["Very tall.", false, []]);
    assert.deepEqual(formHistoryOf(shown), history, "the next page can find them again");
  });
  assert.ok(lines.some((line) => line.includes("cannot find the sources of earlier answers")));
});
