import assert from "node:assert/strict";
import { readHistory } from "@/routes/(buyer)/(_advisor)/ask.ts";

Deno.test("readHistory() keeps no more of a form's conversation than pages repeat, because a page shows all of it (§4.6)", () => {
  const said = Array.from({ length: 5000 }, (_, at) => [
    { role: "user", content: `Question ${at}?` },
    { role: "assistant", content: `Answer ${at}.` },
  ]).flat();
  const read = readHistory(JSON.stringify(said));
  assert.equal(read.length, 400);
  assert.deepEqual([read[0], read[399]], [said[9600], said[9999]]);
});
