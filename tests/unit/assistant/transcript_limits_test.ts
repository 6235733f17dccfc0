import assert from "node:assert/strict";
import { HandoffBody } from "@/lib/assistant/handoff_schema.ts";
import { readHistory } from "@/routes/(buyer)/(_advisor)/ask.ts";

const said = Array.from({ length: 500 }, (_, at) => [
  { role: "user", content: `Question ${at}?` },
  { role: "assistant", content: `Answer ${at}.` },
]).flat();

Deno.test("readHistory() keeps no more of a form's conversation than pages repeat, because a page shows all of it (§4.6)", () => {
  const read = readHistory(JSON.stringify(said));
  assert.equal(read.length, 400);
  assert.deepEqual([read[0], read[399]], [said[600], said[999]]);
});

Deno.test("of a transcript only the latest entries are judged, so that many wrong ones do not stop the service (§4.6)", () => {
  const wrong = Array.from({ length: 5000 }, () => ({}));
  const latest = said.slice(-400);
  assert.equal(readHistory(JSON.stringify([...wrong, ...latest])).length, 400);
  assert.deepEqual(
    HandoffBody.parse({ transcript: [...wrong, ...latest] }).transcript,
    latest,
  );
  assert.throws(() => readHistory(JSON.stringify(wrong)), { kind: "invalid" });
  const { error } = HandoffBody.safeParse({ transcript: wrong });
  assert.ok(error && error.issues.length <= 800, `${error?.issues.length} issues`);
  assert.equal(HandoffBody.safeParse({}).success, false);
});

Deno.test("readHistory() parses no conversation that is nested deeper than a transcript, because that takes long", () => {
  // The parser would give a `SyntaxError` for it.
  const isUnparsed = ({ cause }: Error) => !(cause instanceof SyntaxError);
  assert.throws(() => readHistory("[".repeat(1000)), isUnparsed);
  const [first] = readHistory('[{"role":"user","content":"[[[ \\" [[["}]');
  assert.equal(first?.content, '[[[ " [[[');
});
