import assert from "node:assert/strict";
import {
  countEnds,
  joinVotes,
  type LackingTurn,
  lastDays,
  paceOf,
  rankLacks,
} from "@/lib/assistant/oversight.ts";
import { turnHash } from "@/lib/assistant/mod.ts";

const spent = (day: string, usd: number) => ({
  day,
  usd,
  replies: 1,
  inputTokens: 1,
  outputTokens: 1,
});

Deno.test("lastDays() counts back across the end of a month", () => {
  assert.deepEqual(lastDays("2026-03-01", 3), ["2026-02-27", "2026-02-28", "2026-03-01"]);
});

Deno.test("paceOf() projects the month's spend from its days so far (§8)", () => {
  const days = [spent("2026-03-31", 9), spent("2026-04-01", 1), spent("2026-04-03", 0.5)];
  assert.deepEqual(paceOf(days, { today: "2026-04-03", ceilingUsd: 2 }), {
    todayUsd: 0.5,
    ceilingUsd: 2,
    monthUsd: 1.5,
    projectedUsd: 15,
    monthCeilingUsd: 60,
  });
  assert.equal(paceOf([], { today: "2024-02-29", ceilingUsd: 1 }).monthCeilingUsd, 29);
});

Deno.test("countEnds() counts turns per outcome and day, the most frequent outcome first (§3.5)", () => {
  const turns = [
    { day: "2026-04-01", outcome: "budget", turns: 2 },
    { day: "2026-04-02", outcome: "grounded", turns: 5 },
    { day: "2026-03-01", outcome: "timeout", turns: 7 },
  ];
  assert.deepEqual(countEnds(turns, ["2026-04-01", "2026-04-02"]), [
    { outcome: "grounded", total: 5, perDay: [0, 5] },
    { outcome: "budget", total: 2, perDay: [2, 0] },
  ]);
});

function unanswered(visitor: number, question: string, lacking: string[]): LackingTurn {
  return {
    visitor,
    lacking,
    turn: {
      at: 1,
      page: "results",
      question,
      passages: [],
      expiresAt: 2,
      reason: "no_grounding",
      draft: null,
      model: null,
      sentences: [],
    },
  };
}

Deno.test("rankLacks() ranks by the number of visitors, not of questions", () => {
  const lacks = rankLacks([
    unanswered(1, "Is it radon tight?", ["radon"]),
    unanswered(1, "Radon again?", ["Radon"]),
    unanswered(1, "And radon?", ["radon", "radon"]),
    unanswered(2, "Can it be leased?", ["leased"]),
    unanswered(3, "Leased?", ["leased"]),
    unanswered(3, "Is it good?", []),
  ]);
  assert.deepEqual(
    lacks.map(({ word, visitors, questions }) => [word, visitors, questions.length]),
    [
      ["leased", 2, 2],
      ["radon", 1, 3],
      [null, 1, 1],
    ],
  );
});

Deno.test("rankLacks() breaks ties by code unit, in any locale", () => {
  const lacks = rankLacks([
    unanswered(1, "Ölbeständig?", ["öl"]),
    unanswered(1, "Zinc?", ["zinc"]),
    unanswered(1, "Oil?", ["oil"]),
    unanswered(1, "Is it good?", []),
  ]);
  assert.deepEqual(lacks.map(({ word }) => word), [null, "oil", "zinc", "öl"]);
});

Deno.test("joinVotes() counts the votes on an answer for each passage that it cites (§4.7)", () => {
  const answered = (answer: string, passages: string[]) => ({
    visitor: 1,
    turn: {
      at: 1,
      page: "results" as const,
      question: "?",
      answer,
      passages,
      model: "m",
      expiresAt: 2,
    },
  });
  const votes = [
    { turnHash: turnHash("Yes."), vote: "down" as const },
    { turnHash: turnHash("Yes."), vote: "up" as const },
    { turnHash: turnHash("No."), vote: "up" as const },
    { turnHash: "00000000", vote: "down" as const },
  ];
  const transcripts = [answered("Yes.", ["a:1", "a:2"]), answered("No.", ["a:2"])];
  assert.deepEqual(joinVotes(votes, transcripts), {
    up: 2,
    down: 2,
    unjoined: 1,
    passages: [{ key: "a:2", up: 2, down: 1 }, { key: "a:1", up: 1, down: 1 }],
  });
});

Deno.test("joinVotes() counts for the passages of every turn with the same answer (§4.7)", () => {
  const answered = (passages: string[]) => ({
    visitor: 1,
    turn: {
      at: 1,
      page: "results" as const,
      question: "?",
      answer: "Yes.",
      passages,
      model: "m",
      expiresAt: 2,
    },
  });
  const votes = [{ turnHash: turnHash("Yes."), vote: "up" as const }];
  const { passages } = joinVotes(votes, [answered(["a:1", "b:1"]), answered(["b:1", "c:1"])]);
  assert.deepEqual(passages, [
    { key: "a:1", up: 1, down: 0 },
    { key: "b:1", up: 1, down: 0 },
    { key: "c:1", up: 1, down: 0 },
  ]);
});
