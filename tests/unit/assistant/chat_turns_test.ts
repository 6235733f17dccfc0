import assert from "node:assert/strict";
import {
  afterEvent,
  asked,
  type Citation,
  formHistoryOf,
  historyOf,
  piecesOf,
  type ReadEvent,
  sendQuestion,
  sendVote,
  sourcesOf,
  startersFor,
  stopped,
  transcriptOf,
  turnsOf,
  withReferences,
} from "@/lib/assistant/browser.ts";
import { FormHistory, Stage } from "@/lib/assistant/mod.ts";
import { History } from "@/lib/assistant/schema.ts";

const cited = (key: string, over: Partial<Citation["provenance"]> = {}): Citation => ({
  key,
  text: `Words of ${key}.`,
  heading: "Sound",
  provenance: {
    itemId: "sheet",
    title: "Data sheet",
    contentType: "tech-doc",
    sourceUrl: null,
    version: "a1",
    fetchedAt: "2026-05-04T09:00:00.000Z",
    ...over,
  },
});
const ANSWER = "It is quiet. One person moves it. Good.";
const SPANS = [
  { start: 13, end: 33, key: "b", from: 0, to: 5 },
  { start: 0, end: 12, key: "c", from: 0, to: 5 },
  { start: 0, end: 12, key: "b", from: 6, to: 9 },
];
const events: ReadEvent[] = [
  { type: "citations", citations: [cited("a"), cited("b"), cited("c")] },
  { type: "delta", text: "It is" },
  { type: "done", reply: { text: ANSWER, model: "m", grounded: true, spans: SPANS } },
];
const answered = events.reduce(afterEvent, asked("How quiet?", []));

Deno.test("afterEvent() adds citations and text to a turn, and ignores events after its end (§6.1)", () => {
  assert.equal(answered.state, "done");
  assert.equal(answered.answer, ANSWER);
  const late: ReadEvent = { type: "delta", text: "more" };
  assert.equal(afterEvent(answered, late), answered);
  const failed = afterEvent(events.slice(0, 2).reduce(afterEvent, asked("?", [])), {
    type: "error",
    error: { kind: "timeout", message: "Too late", retryable: true },
  });
  assert.deepEqual([failed.state, failed.answer, failed.citations], ["failed", "", []]);
  const handed = afterEvent(events.slice(0, 1).reduce(afterEvent, asked("?", [])), {
    type: "handoff",
    handoff: { reason: "ungrounded" },
    reply: { text: "Ask a person." },
  });
  assert.deepEqual([handed.reason, handed.answer, handed.grounded, handed.citations], [
    "ungrounded",
    "Ask a person.",
    false,
    [],
  ]);
});

Deno.test("historyOf() has only complete turns, within the limits of the service (§4.5)", () => {
  const partly = stopped(events.slice(0, 2).reduce(afterEvent, asked("Stopped?", [])));
  assert.equal(partly.state, "stopped");
  const turns = [partly, answered, asked("Pending?", [])];
  assert.deepEqual(historyOf(turns).map(({ content }) => content), ["How quiet?", ANSWER]);
  assert.deepEqual(transcriptOf(turns).map(({ content }) => content), [
    "Stopped?",
    "How quiet?",
    ANSWER,
    "Pending?",
  ]);
  const many = Array.from({ length: 15 }, () => ({ ...answered, answer: "é".repeat(9000) }));
  assert.deepEqual(History.parse(historyOf(many)), historyOf(many));
  assert.equal(historyOf(many)[0]?.role, "user");
});

Deno.test("a history may have answers as long as the service gives them, of which a part counts (§4.5, §8)", () => {
  const [long, short] = History.parse([
    { role: "assistant", content: "a".repeat(9000) },
    { role: "assistant", content: "Good." },
  ]);
  assert.equal(long?.content, "a".repeat(4000));
  assert.equal(short?.content, "Good.");
  assert.ok(!History.safeParse([{ role: "user", content: "a".repeat(4001) }]).success);
});

Deno.test("transcriptOf() has the whole of a long conversation, within the limits of a body (§4.6)", () => {
  const many = Array.from({ length: 60 }, () => answered);
  assert.equal(transcriptOf(many).length, 120);
  const [question, long] = transcriptOf([{ ...answered, answer: "a".repeat(9000) }]);
  assert.deepEqual([question?.content, long?.content.length], ["How quiet?", 9000]);
  const wordy = Array.from({ length: 60 }, () => ({ ...answered, answer: "é".repeat(9000) }));
  const size = transcriptOf(wordy).reduce((sum, { content }) => sum + content.length, 0);
  assert.ok(size > 70_000 && size <= 80_000, `${size}`);
});

Deno.test("turnsOf() restores the turns of a history", () => {
  const turns = [answered, { ...answered, question: "And wide?" }];
  assert.deepEqual(historyOf(turnsOf(historyOf(turns))), historyOf(turns));
  assert.deepEqual(
    turnsOf(transcriptOf([asked("Open?", []), answered])).map(({ state }) => state),
    [
      "stopped",
      "done",
    ],
  );
  assert.deepEqual(turnsOf([{ role: "assistant", content: "Out of nowhere" }]), []);
});

Deno.test("a form takes along which passages support the latest answers, and no text of them (§2.5)", () => {
  const spans = [{ start: 0, end: 9, key: "a:1", from: 3, to: 12 }];
  const grounded = { ...answered, grounded: true, spans };
  const history = FormHistory.parse(formHistoryOf(Array.from({ length: 12 }, () => grounded)));
  const sources = history.filter(({ role }) => role === "assistant").map((said) => said.sources);
  assert.deepEqual(sources, [undefined, undefined, ...Array(10).fill([[0, 9, "a:1"]])]);
  const back = turnsOf(history).at(-1);
  assert.deepEqual(back?.spans, [{ ...spans[0], from: 0, to: 0 }]);
  assert.deepEqual([back?.grounded, back?.citations], [false, []], "until they are found again");
  for (const none of [null, []]) {
    const ungrounded = formHistoryOf([{ ...answered, spans: none }]);
    assert.ok(!ungrounded.some((said) => "sources" in said));
  }
  const long = { ...grounded, spans: Array(80).fill(spans[0]) };
  assert.ok(FormHistory.safeParse(formHistoryOf([long])).success);
  const keyed = (key: string) =>
    formHistoryOf([{ ...grounded, spans: spans.map((span) => ({ ...span, key })) }]);
  assert.ok(FormHistory.safeParse(keyed(`${"a".repeat(100)}:2147483647`)).success);
  assert.ok(!FormHistory.safeParse(keyed("a".repeat(200))).success, "no key is as long");
  assert.ok(!("sources" in (transcriptOf([grounded])[1] ?? {})), "a hand-off is sent without");
});

Deno.test("asked() gives a turn an id that no turn before it has, also when one has gone (design §10)", () => {
  const turns = turnsOf(["a", "b", "c"].map((content) => ({ role: "user", content })));
  assert.deepEqual(turns.map(({ id }) => id), [1, 2, 3]);
  assert.equal(asked("a", turns.slice(1)).id, 4, "the first is asked again");
  assert.equal(asked("a", []).id, 1);
});

Deno.test("piecesOf() puts marks after supported sentences, numbered like sourcesOf()", () => {
  assert.deepEqual(sourcesOf(answered).map(({ key }) => key), ["c", "b"]);
  assert.deepEqual(piecesOf(answered), [
    { text: "It is quiet.", marks: [1, 2] },
    { text: " One person moves it.", marks: [2] },
    { text: " Good.", marks: [] },
  ]);
  const answer = "It folds. It is light. It locks.\nIt is warm.";
  const spans = [[0, 9, "a"], [10, 22, "a"], [23, 32, "b"], [33, 44, "b"]] as const;
  const inRuns = {
    answer,
    citations: [cited("a"), cited("b")],
    spans: spans.map(([start, end, key]) => ({ start, end, key, from: 0, to: 1 })),
  };
  assert.deepEqual(piecesOf(inRuns), [
    { text: "It folds. It is light.", marks: [1] },
    { text: " It locks.", marks: [2] },
    { text: "\nIt is warm.", marks: [2] },
  ]);
  for (const [spans, sources] of [[[], 0], [null, 3]] as const) {
    const bare = { ...answered, spans };
    assert.deepEqual(piecesOf(bare), [{ text: ANSWER, marks: [] }]);
    assert.equal(sourcesOf(bare).length, sources, "all of them only if nobody knows which");
  }
  const odd = {
    ...answered,
    spans: [{ ...SPANS[0], start: 0, end: 900, key: "b", from: 0, to: 1 }],
  };
  assert.equal(piecesOf(odd).map(({ text }) => text).join(""), ANSWER);
});

Deno.test("withReferences() returns the answer with the references of its numbers", () => {
  const withLink = {
    ...answered,
    citations: [cited("c"), cited("b", { sourceUrl: "https://a.example/b" })],
  };
  assert.equal(
    withReferences(withLink),
    [
      "It is quiet. [1] [2] One person moves it. [2] Good.",
      "",
      "[1] Data sheet, Sound, version a1, as of 2026-05-04",
      "[2] Data sheet, Sound, https://a.example/b, version a1, as of 2026-05-04",
    ].join("\n"),
  );
});

Deno.test("startersFor() returns four starters with reportable ids for every stage (§8)", () => {
  for (const stage of Stage.options) {
    for (const names of [[], ["Heron"], ["Heron", "Quarry"]]) {
      const starters = startersFor(stage, names);
      assert.equal(starters.length, 4);
      assert.equal(new Set(starters.map(({ id }) => id)).size, 4);
      for (const { id, text } of starters) {
        assert.match(id, /^[a-z][a-z-]*$/);
        assert.ok(names.length === 0 || text.includes("Heron"), text);
      }
    }
  }
  const of = (stage: Stage) => startersFor(stage, ["Heron", "Quarry"])[0]?.id;
  assert.equal(new Set([of("results"), of("comparing"), of("browsing")]).size, 3);
});

Deno.test("sendQuestion() gives up after 130 seconds, and when it is aborted (§4.5)", async () => {
  const { fetch, setTimeout: real } = globalThis;
  using _ = { [Symbol.dispose]: () => void Object.assign(globalThis, { fetch, setTimeout: real }) };
  const waits: number[] = [];
  let late = () => {};
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms: number) => waits.push(ms) && (late = run) && 0,
    fetch: (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  const stop = new AbortController();
  for (const end of [() => late(), () => stop.abort()]) {
    const asking = { stage: "results", shown: [], signal: stop.signal };
    const response = sendQuestion("How quiet?", [], asking);
    end();
    await assert.rejects(response, { name: "AbortError" });
  }
  const asking = { stage: "results", shown: [], signal: stop.signal };
  await assert.rejects(sendQuestion("Too late?", [], asking), { name: "AbortError" });
  assert.deepEqual(waits, [130_000, 130_000]);
});

Deno.test("sendVote() sends votes one after another, also after a failed one (§4.7, §7)", async () => {
  const { fetch } = globalThis;
  const sent: string[] = [];
  const answers: ((fails: boolean) => void)[] = [];
  globalThis.fetch = (_url, init) => {
    sent.push(JSON.parse(String(init?.body)).vote);
    return new Promise((resolve, reject) => {
      answers.push((fails) => fails ? reject(new TypeError("offline")) : resolve(new Response()));
    });
  };
  for (const vote of ["up", "down", "up"]) sendVote({ vote });
  for (const expected of [["up"], ["up", "down"], ["up", "down", "up"]]) {
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(sent, expected);
    answers.at(-1)?.(expected.length === 1);
  }
  globalThis.fetch = fetch;
});
