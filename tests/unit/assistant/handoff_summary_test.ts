import assert from "node:assert/strict";
import { hasContent, questionsIn, summarizeHandoff } from "@/lib/assistant/handoff_summary.ts";

const NOTHING = { systemName: null, viewed: [], answers: [], questions: [] };

Deno.test("summarizeHandoff() returns one line of at most eight answers and three systems (§4.6)", () => {
  assert.equal(
    summarizeHandoff(NOTHING),
    "No system is recommended yet. The assistant has not been asked anything yet.",
  );
  assert.equal(
    summarizeHandoff({
      systemName: "Finch",
      viewed: ["Heron"],
      answers: ["Width: 24 feet", "Sound: speech"],
      questions: ["How quiet\n\nis it?", "Can one\tperson move it?"],
    }),
    "Recommended: Finch. Answers: Width: 24 feet; Sound: speech. " +
      "Asked 2 questions, the last: “Can one person move it?”",
  );
  assert.match(
    summarizeHandoff({ ...NOTHING, viewed: ["A", "B", "C", "D"] }),
    /Looked at: A, B, C\./,
  );
  const many = Array.from({ length: 12 }, (_, at) => `Factor ${at}: yes`);
  const long = summarizeHandoff({
    ...NOTHING,
    answers: many,
    questions: [`${"😀".repeat(400)}\u0000`],
  });
  assert.ok(
    long.includes("Factor 7") && !long.includes("Factor 8"),
    "as many answers as the journey envelope has",
  );
  assert.ok(long.isWellFormed() && long.length < 500);
  const whole = "a".repeat(140);
  assert.ok(summarizeHandoff({ ...NOTHING, questions: [whole] }).endsWith(`“${whole}”`));
  assert.ok(
    summarizeHandoff({ ...NOTHING, questions: ["How \u202equiet?"] }).endsWith("“How quiet?”"),
    "a direction that the question leaves open does not turn what follows",
  );
});

Deno.test("hasContent() tells whether a summary is worth sending (§4.6)", () => {
  assert.equal(hasContent(summarizeHandoff(NOTHING)), false);
  const some = [{ systemName: "Finch" }, { viewed: ["Finch"] }, { answers: ["Width: 24 feet"] }, {
    questions: ["How quiet?"],
  }];
  for (const part of some) assert.ok(hasContent(summarizeHandoff({ ...NOTHING, ...part })));
});

Deno.test("questionsIn() returns the buyer's messages, trimmed, without duplicates and empty ones", () => {
  const entry = (content: string, role: "user" | "assistant" = "user") => ({ role, content });
  assert.deepEqual(
    questionsIn([
      entry(" A? "),
      entry("No.", "assistant"),
      entry("A?"),
      entry(" \u200b"),
      entry("B?"),
    ]),
    ["A?", "B?"],
  );
});
