/** Asks the whole service the questions of buyers, without a model of a provider, and judges its answers. */
import assert from "node:assert/strict";
import type { ChatAnswer, HistoryEntry } from "@/lib/assistant/mod.ts";
import type { TestApp } from "@/tests/helpers/app.ts";
import { aBuyer, ask, startChat } from "@/tests/helpers/chat.ts";
import { ABROAD } from "./abroad.ts";
import type { Asked } from "./asked.ts";
import { EVERYDAY_HELD_OUT } from "./everyday_held_out.ts";
import { EVERYDAY_TUNED } from "./everyday_tuned.ts";
import { FORMS_HELD_OUT } from "./forms_held_out.ts";
import { HELD_OUT } from "./held_out.ts";
import { SHORT_HELD_OUT } from "./short_held_out.ts";
import { SHORT_TUNED } from "./short_tuned.ts";
import { THINGS_HELD_OUT } from "./things_held_out.ts";
import { THINGS_TUNED } from "./things_tuned.ts";
import { TUNED } from "./tuned.ts";

/** A question with the answer, and whether it is right. */
export interface Judged {
  readonly asked: Asked;
  readonly answer: ChatAnswer;
  readonly right: boolean;
}

/** Measures the share of right answers to the questions that the assistant was tuned on, and to the others. */
export async function measureBuyers(): Promise<Record<string, number>> {
  const everyday = [...EVERYDAY_TUNED, ...EVERYDAY_HELD_OUT];
  const judged = await askBuyers([
    ...TUNED,
    ...HELD_OUT,
    ...THINGS_TUNED,
    ...THINGS_HELD_OUT,
    ...SHORT_TUNED,
    ...SHORT_HELD_OUT,
    ...FORMS_HELD_OUT,
    ...ABROAD,
    ...everyday,
  ]);
  const shareOf = (questions: readonly Asked[], is: (judged: Judged) => boolean) => {
    const found = judged.filter((each) => is(each) && questions.includes(each.asked));
    return Math.round(found.length / questions.length * 10_000) / 10_000;
  };
  const share = (questions: readonly Asked[]) => shareOf(questions, ({ right }) => right);
  const quoting = (questions: readonly Asked[]) =>
    shareOf(questions.filter(({ says }) => says !== null), quotesAnswer);
  return {
    "answers to buyers that are right, tuned": share(TUNED),
    "answers to buyers that are right, unseen": share(HELD_OUT),
    "answers to buyers about things that are right, tuned": share(THINGS_TUNED),
    "answers to buyers about things that are right, unseen": share(THINGS_HELD_OUT),
    "answers to short questions that are right, tuned": share(SHORT_TUNED),
    "answers to short questions that are right, unseen": share(SHORT_HELD_OUT),
    "answers to questions of other forms that are right, unseen": share(FORMS_HELD_OUT),
    "answers to questions in other languages that are right, tuned": share(ABROAD),
    "answers to everyday questions that quote one, tuned": quoting(EVERYDAY_TUNED),
    "answers to everyday questions that quote one, unseen": quoting(EVERYDAY_HELD_OUT),
    "answers to everyday questions without one that say so": share(
      everyday.filter(({ says }) => says === null),
    ),
  };
}

/** Asks the questions one after the other, each as a buyer of its own: all at once, the last ones would wait too long. */
export async function askBuyers(questions: readonly Asked[]): Promise<Judged[]> {
  await using bench = await startChat({
    environment: { ASSISTANT_MODEL: "", RATE_LIMIT_CHAT: "100000", RATE_LIMIT_WRITES: "100000" },
  });
  const judged: Judged[] = [];
  for (const asked of questions) {
    const answer = await answerTo(bench.app, asked);
    judged.push({ asked, answer, right: isRight(asked, answer) });
  }
  return judged;
}

/** Asks the earlier questions and then the question itself, and returns its answer. */
async function answerTo(app: TestApp, { of, page, earlier, text }: Asked): Promise<ChatAnswer> {
  const [recommendation = null, ...alternatives] = of;
  const buyer = await aBuyer(app, { recommendation, alternatives, systems_viewed: of });
  const history: HistoryEntry[] = [];
  const say = async (message: string): Promise<ChatAnswer> => {
    const response = await ask(app, message, {
      buyer,
      query: "?stream=0",
      body: { context: { history }, journey: { page, systems: of } },
    });
    assert.equal(response.status, 200);
    const answer: ChatAnswer = await response.json();
    history.push({ role: "user", content: message });
    history.push({ role: "assistant", content: answer.reply.text });
    return answer;
  };
  for (const question of earlier) await say(question);
  return await say(text);
}

/** Whether an answer quotes what answers the question, even if it says that no source says exactly this. */
function quotesAnswer({ asked: { says }, answer }: Judged): boolean {
  return says instanceof RegExp && says.test(textOf(answer));
}

function textOf({ reply }: ChatAnswer): string {
  return reply.text.replace(/\s+/g, " ");
}

function isRight({ says, about }: Asked, answer: ChatAnswer): boolean {
  if ("handoff" in answer) {
    const isRefusal = answer.handoff.reason !== "no_grounding";
    return says === "refused" ? isRefusal : says === null && !isRefusal;
  }
  const text = textOf(answer);
  const isQuoted = answer.reply.grounded && !text.startsWith("No source says");
  if (says === "refused") return false;
  if (says === null) return !isQuoted;
  return isQuoted && says.test(text) &&
    (about === null || text.includes(about));
}
