/**
 * Measures how well the assistant keeps to its material: both guards on their sets, and whole answers on the demo
 * corpus. `deno task assistant:eval` prints the figures, and a test compares them with the bounds in docs/assistant.md.
 */
import {
  type AttackKind,
  checkGrounding,
  isIdentityQuestion,
  screenMessage,
} from "@/lib/assistant/mod.ts";
import { refuseArguments } from "@/lib/cli/usage.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { aBuyer, ask, startChat } from "../helpers/chat.ts";
import { QUESTIONS } from "../retrieval/questions.ts";
import { measureBuyers } from "./buyers/measure.ts";
import { areaUnderCurve, demoPairs, type Pair } from "./grounding/pairs.ts";
import { WISHES, WISHES_UNSEEN } from "./grounding/wishes.ts";
import { TOGETHER, TOGETHER_UNSEEN } from "./grounding/together.ts";
import { CLAIMS, CLAIMS_UNSEEN } from "./grounding/wishes_claims.ts";
import { attacks, benign, benignTurns, identityQuestions, type Part, PARTS } from "./scope/sets.ts";
import { UNANSWERABLE } from "./unanswerable.ts";

/** Measured shares by name, from 0 to 1. */
export type Figures = Readonly<Record<string, number>>;

/** A confusion matrix: a row for each actual class, with a count for each verdict of the guard. */
type Confusion = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Names of the demo's systems, as the service gives them to the guard. */
const SYSTEMS = demoCatalog.systems.map(({ name }) => name);

const KINDS: readonly AttackKind[] = ["injection", "prompt_leak", "impersonation"];

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

/** Measures the scope guard on one part of the sets. */
export async function measureScope(
  part: Part,
): Promise<{ figures: Figures; confusion: Confusion }> {
  const columns = [...KINDS, "passed"];
  const rows = [...KINDS, "benign", "identity"];
  const confusion = Object.fromEntries(
    rows.map((row) => [row, Object.fromEntries(columns.map((column) => [column, 0]))]),
  );
  const note = (row: string, kind: AttackKind | undefined) => {
    const counts = confusion[row] ?? {};
    counts[kind ?? "passed"] = (counts[kind ?? "passed"] ?? 0) + 1;
  };
  const [attacking, asking, identities] = [
    await attacks(part),
    [
      ...(await benign(part)).map((message) => ({ message, history: [] })),
      ...(part === "field" ? await benignTurns() : []),
    ],
    await identityQuestions(),
  ];
  for (const { kind, message, history } of attacking) {
    note(kind, screenMessage(message, history)?.kind);
  }
  for (const { message, history } of asking) note("benign", screenMessage(message, history)?.kind);
  for (const message of identities) note("identity", screenMessage(message)?.kind);
  const passed = (row: string) => confusion[row]?.passed ?? 0;
  const found = attacking.length - KINDS.reduce((sum, kind) => sum + passed(kind), 0);
  return {
    confusion,
    figures: {
      [`attacks found, ${part}`]: round(found / attacking.length),
      [`honest questions blocked, ${part}`]: round(1 - passed("benign") / asking.length),
      "identity questions blocked": round(1 - passed("identity") / identities.length),
      "identity questions recognised": round(
        identities.filter(isIdentityQuestion).length / identities.length,
      ),
    },
  };
}

/** Measures the grounding guard on the pairs of the demo corpus, with and without its second layer. */
export async function measureGrounding(): Promise<{ figures: Figures; confusion: Confusion }> {
  const { supported, unsupported, unseen, mutants } = await demoPairs();
  const figures: Record<string, number> = {};
  const confusion: Record<string, Record<string, number>> = {};
  const blocked = (verdicts: readonly { readonly grounded: boolean }[]) =>
    verdicts.filter(({ grounded }) => !grounded).length;
  for (const strict of [true, false]) {
    const layer = strict ? "" : ", first layer alone";
    const check = (pairs: readonly Pair[]) =>
      pairs.map(({ text, passages }) =>
        checkGrounding({ text, passages, envelope: null, systems: SYSTEMS }, { strict })
      );
    const good = check(supported);
    const bad = check(unsupported);
    figures[`area under the curve${layer}`] = round(
      areaUnderCurve(good.map(({ score }) => score), bad.map(({ score }) => score)),
    );
    figures[`supported answers blocked${layer}`] = round(blocked(good) / good.length);
    figures[`unsupported answers blocked${layer}`] = round(blocked(bad) / bad.length);
    confusion[`supported${layer}`] = {
      grounded: good.length - blocked(good),
      blocked: blocked(good),
    };
    confusion[`unsupported${layer}`] = {
      grounded: bad.length - blocked(bad),
      blocked: blocked(bad),
    };
    if (!strict) continue;
    const [held, refused] = [check(unseen.supported), check(unseen.unsupported)];
    figures["area under the curve, unseen"] = round(
      areaUnderCurve(held.map(({ score }) => score), refused.map(({ score }) => score)),
    );
    figures["supported answers blocked, unseen"] = round(blocked(held) / held.length);
    figures["unsupported answers blocked, unseen"] = round(blocked(refused) / refused.length);
    confusion["supported, unseen"] = {
      grounded: held.length - blocked(held),
      blocked: blocked(held),
    };
    confusion["unsupported, unseen"] = {
      grounded: refused.length - blocked(refused),
      blocked: blocked(refused),
    };
    for (const [kind, pairs] of Object.entries(mutants)) {
      const verdicts = check(pairs);
      figures[`changed ${kind} blocked`] = round(blocked(verdicts) / pairs.length);
      confusion[`changed ${kind}`] = {
        grounded: pairs.length - blocked(verdicts),
        blocked: blocked(verdicts),
      };
    }
  }
  const wishes = [
    [WISHES, ""],
    [WISHES_UNSEEN, ", unseen"],
    [CLAIMS, ", claims"],
    [CLAIMS_UNSEEN, ", claims unseen"],
    [TOGETHER, ", together"],
    [TOGETHER_UNSEEN, ", together unseen"],
  ] as const;
  for (const [lists, place] of wishes) {
    for (const kind of ["supported", "unsupported"] as const) {
      const verdicts = lists.flatMap(({ envelope, passages, systems, ...lines }) =>
        lines[kind].map((text) => checkGrounding({ text, passages, envelope, systems }))
      );
      figures[`${kind} answers beside wishes blocked${place}`] = round(
        blocked(verdicts) / verdicts.length,
      );
      confusion[`${kind} beside wishes${place}`] = {
        grounded: verdicts.length - blocked(verdicts),
        blocked: blocked(verdicts),
      };
    }
  }
  return { figures, confusion };
}

/** Measures answers of the whole service, with a model that quotes its first passage or invents an answer. */
export async function measureAnswers(): Promise<Figures> {
  await using bench = await startChat();
  const { app, model } = bench;
  const buyer = await aBuyer(app, {
    recommendation: null,
    systems_viewed: ["heron-thermal", "quarry-steel"],
  });
  const asked = QUESTIONS.filter(({ shape, answers }) =>
    answers.length > 0 && ["question", "name", "long", "unit"].includes(shape)
  );
  let answered = 0;
  let cited = 0;
  for (const { text, answers } of asked) {
    const body = await (await ask(app, text, { buyer, query: "?stream=0" })).json();
    if (body.reply.grounded) answered++;
    const places: { heading: string | null; text: string }[] = body.citations ?? [];
    const words = answers.map((answer) => plain(answer.split(" # ")[1] ?? ""));
    if (
      places.some(({ heading, text }) =>
        words.some((word) => plain(`${heading}\n${text}`).includes(word))
      )
    ) cited++;
  }
  let refused = 0;
  for (const [question, invented] of UNANSWERABLE) {
    model.answer = () => invented;
    const body = await (await ask(app, question, { buyer, query: "?stream=0" })).json();
    if (body.handoff !== undefined) refused++;
  }
  return {
    "answerable questions answered": round(answered / asked.length),
    "answerable questions with the right citation": round(cited / asked.length),
    "unanswerable questions refused": round(refused / UNANSWERABLE.length),
  };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/** Formats a confusion matrix as a Markdown table. */
function tableOf(confusion: Confusion): string {
  const columns = [...new Set(Object.values(confusion).flatMap((row) => Object.keys(row)))];
  const lines = Object.entries(confusion).map(([name, row]) =>
    `| ${[name, ...columns.map((column) => row[column] ?? "")].join(" | ")} |`
  );
  return [`| | ${columns.join(" | ")} |`, `|${" --- |".repeat(columns.length + 1)}`, ...lines].join(
    "\n",
  );
}

if (import.meta.main) {
  await refuseArguments("deno task assistant:eval");
  const print = (text: string) => Deno.stdout.write(new TextEncoder().encode(`${text}\n`));
  const figures: Record<string, number> = {};
  for (const part of PARTS) {
    const scope = await measureScope(part);
    Object.assign(figures, scope.figures);
    await print(`Scope guard, ${part}:\n${tableOf(scope.confusion)}\n`);
  }
  const grounding = await measureGrounding();
  await print(`Grounding guard:\n${tableOf(grounding.confusion)}\n`);
  Object.assign(figures, grounding.figures, await measureAnswers(), await measureBuyers());
  for (const [name, figure] of Object.entries(figures)) await print(`${name}: ${figure}`);
}
