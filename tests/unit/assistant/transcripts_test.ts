import assert from "node:assert/strict";
import { turnHash } from "@/lib/assistant/mod.ts";
import { listFeedback, saveFeedback } from "@/lib/assistant/feedback.ts";
import { joinVotes } from "@/lib/assistant/oversight.ts";
import {
  keepTranscript,
  keepUnanswered,
  listTranscripts,
  listUnanswered,
} from "@/lib/assistant/transcripts.ts";
import { saveProgress } from "@/lib/session/mod.ts";
import { aSessionBench, aVisitor, CONSENTING, REFUSING } from "@/tests/helpers/session.ts";

const TURN = {
  at: 1,
  page: "results" as const,
  question: "\u{1F50A}".repeat(2000),
  passages: ["sheet:1"],
};

async function aSession() {
  const bench = await aSessionBench();
  const visitor = aVisitor(CONSENTING);
  visitor.take(
    await saveProgress(bench.services, visitor.request(), { track: null, answers: { a: ["b"] } }),
  );
  return { bench, visitor, sessionId: visitor.sessionId ?? "" };
}

Deno.test("keepTranscript() truncates an answer that is too long for the store, and keeps its hash (§2.11)", async () => {
  const { bench, sessionId } = await aSession();
  await using _ = bench;
  const long = "Heron “Lite” is quiet. \u{1F50A}".repeat(3000);
  const answers = ["Short.", long, "x".repeat(50_000)];
  for (const answer of answers) {
    assert.ok(await keepTranscript(bench.services, sessionId, { ...TURN, answer, model: "m" }));
  }
  const { turns } = await listTranscripts(bench.services, 10);
  const [short, cut, plain] = turns.map(({ turn }) => turn);
  assert.deepEqual([short?.answer, short?.cut], [answers[0], undefined]);
  assert.deepEqual([plain?.answer, plain?.cut], [answers[2], undefined]);
  assert.ok(cut && long.startsWith(cut.answer) && cut.answer.length > 20_000);
  assert.deepEqual(cut.cut, { length: long.length, hash: turnHash(long) });
  const votes = joinVotes([{ turnHash: turnHash(long), vote: "down" }], turns);
  assert.deepEqual([votes.unjoined, votes.passages], [0, [{ key: "sheet:1", up: 0, down: 1 }]]);
});

Deno.test("keepUnanswered() keeps a blocked answer with any number of missing words (§2.11)", async () => {
  const { bench, sessionId } = await aSession();
  await using _ = bench;
  const missing = Array.from({ length: 3000 }, (_, at) => `wörd‑${at}`);
  const sentence = { start: 0, end: 30_000, score: 0, key: null, missing };
  const turn = { ...TURN, reason: "ungrounded" as const, draft: missing.join(" "), model: "m" };
  const sentences = [sentence, sentence, sentence];
  assert.ok(await keepUnanswered(bench.services, sessionId, { ...turn, sentences }));
  const { turns: [kept] } = await listUnanswered(bench.services, 10);
  assert.ok(kept);
  assert.ok(kept.turn.draft?.startsWith("wörd‑0 wörd‑1 "));
  assert.deepEqual(kept.turn.sentences[0]?.missing.slice(0, 2), missing.slice(0, 2));
});

Deno.test("no turn is stored once consent was withdrawn, even if it began before (§4.5, item 9, §5)", async () => {
  const { bench, sessionId, visitor } = await aSession();
  await using _ = bench;
  const { services } = bench;
  visitor.consent = REFUSING;
  await saveProgress(services, visitor.request(), { track: null, answers: { a: ["c"] } });
  const turn = { ...TURN, answer: "Short.", model: "m" };
  assert.equal(await keepTranscript(services, sessionId, turn), false);
  assert.deepEqual((await listTranscripts(services, 10)).turns, []);
});

Deno.test("lists count invalid records, which they leave out, towards their limit (§2.11, §4.7)", async () => {
  const { bench, sessionId, visitor } = await aSession();
  await using _ = bench;
  const { services, kv } = bench;
  const turn = { ...TURN, answer: "Short.", model: "m" };
  for (let at = 0; at < 3; at++) assert.ok(await keepTranscript(services, sessionId, turn));
  await kv.set(["assistant_transcripts", sessionId, 2], { of: "another version" });
  for (const turnHash of ["0badcafe", "1badcafe", "2badcafe"]) {
    assert.ok((await saveFeedback(services, visitor.request(), { turnHash, vote: "up" })).ok);
  }
  await kv.set(["assistant_feedback", sessionId, "1badcafe"], { of: "another version" });
  for (const [limit, isPart] of [[3, true], [4, false]] as const) {
    const transcripts = await listTranscripts(services, limit);
    assert.deepEqual([transcripts.turns.length, transcripts.isPart], [2, isPart]);
    const feedback = await listFeedback(services, { limit });
    assert.deepEqual([feedback.votes.length, feedback.isPart], [2, isPart]);
  }
});

Deno.test("a session keeps its latest 200 turns of each kind, until it expires (§2.11, design §5)", async () => {
  const { bench, sessionId, visitor } = await aSession();
  await using _ = bench;
  const { services } = bench;
  const vote = { turnHash: "0badcafe", vote: "up" } as const;
  assert.ok((await saveFeedback(services, visitor.request(), vote)).ok);
  for (let at = 1; at <= 202; at++) {
    const turn = { ...TURN, question: `${at}` };
    assert.ok(await keepTranscript(services, sessionId, { ...turn, answer: "Yes.", model: "m" }));
    await keepUnanswered(services, sessionId, {
      ...turn,
      reason: "no_grounding",
      draft: null,
      model: null,
      sentences: [],
    });
  }
  for (const list of [listTranscripts, listUnanswered]) {
    const questions = (await list(services, 1_000)).turns.map(({ turn }) => turn.question);
    assert.deepEqual([questions.length, questions[0], questions.at(-1)], [200, "3", "202"]);
  }
  // The store may still return expired records.
  bench.pass({ days: 30 });
  for (const list of [listTranscripts, listUnanswered]) {
    assert.deepEqual((await list(services, 1_000)).turns, []);
  }
  assert.deepEqual((await listFeedback(services, { limit: 10 })).votes, []);
});
