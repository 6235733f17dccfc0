import assert from "node:assert/strict";
import {
  countTurn,
  keepTranscript,
  keepUnanswered,
  readOversight,
  turnHash,
} from "@/lib/assistant/mod.ts";
import { listOpenGaps, wordsLacking } from "@/lib/corpus/mod.ts";
import { bookSpend } from "@/lib/assistant/spend.ts";
import { dayOf } from "@/lib/timing/mod.ts";
import { emptyPayload, updateSession } from "@/lib/session/mod.ts";
import type { TestApp } from "../helpers/app.ts";
import { storeItem } from "../helpers/corpus.ts";
import { anyEngine } from "../helpers/db.ts";
import { aVisitor, CONSENT_ENVIRONMENT, CONSENTING } from "../helpers/session.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { startStaff } from "../helpers/staff.ts";

const PATH = "/admin/assistant";

/** Creates the session of a visitor who consented, and returns its id. */
async function aSession({ services }: TestApp): Promise<string> {
  const saved = await updateSession(services, aVisitor(CONSENTING).request(), () => ({
    payload: emptyPayload(),
    track: null,
  }));
  assert.ok(saved.ok);
  return saved.session.id;
}

async function filled(app: TestApp): Promise<void> {
  const { services } = app;
  const { db, now } = services;
  await storeItem(db, "sheet", { systemIds: [], texts: ["The wall reaches 54 decibels."] });
  const at = now();
  await bookSpend(db, {
    pass: "assistant-chat",
    model: "m",
    inputTokens: 900,
    outputTokens: 80,
    usd: 0.5,
  }, at);
  await bookSpend(
    db,
    { pass: "offline", model: "m", inputTokens: 1, outputTokens: 1, usd: 700 },
    at,
  );
  for (const end of ["grounded", "grounded", "ungrounded", "budget"] as const) {
    await countTurn(db, end, at);
  }
  const [first, second] = [await aSession(app), await aSession(app)];
  const common = { at: at.getTime(), page: "results" as const };
  await keepTranscript(services, first, {
    ...common,
    question: "How quiet?",
    answer: "It reaches 54 decibels.",
    model: "m",
    passages: ["sheet:1"],
  });
  for (const session of [first, second]) {
    await keepUnanswered(services, session, {
      ...common,
      question: "Is it <b>blastproof</b>?",
      reason: "no_grounding",
      draft: null,
      model: null,
      passages: [],
      sentences: [],
    });
  }
  await keepUnanswered(services, second, {
    ...common,
    question: "How loud?",
    reason: "ungrounded",
    draft: "It reaches 54 decibels. It reaches 99 decibels.",
    model: "m",
    passages: ["sheet:1"],
    sentences: [
      { start: 0, end: 23, score: 1, key: "sheet:1", missing: [] },
      { start: 24, end: 47, score: 0, key: "sheet:1", missing: ["99 decibels", "not", "decibels"] },
    ],
  });
  const vote = await app.request("/api/assistant/feedback", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      turnHash: turnHash("It reaches 54 decibels."),
      vote: "down",
      page: "results",
    }),
  });
  assert.equal(vote.status, 200);
  await vote.body?.cancel();
}

anyEngine("/admin/assistant (§4.5, §4.7, §6.2)", async (engine, t) => {
  await using staff = await startStaff(smallCatalog(), engine, CONSENT_ENVIRONMENT);
  const { app } = staff;

  await t.step("each part says that it is empty", async () => {
    const { status, text } = await staff.get(PATH, "auditor");
    assert.equal(status, 200);
    for (
      const said of [
        "No model reply has cost anything yet.",
        "Nobody has asked anything yet.",
        "No unanswered question is stored.",
        "No answer that was held back is stored.",
        "No gap is open.",
        "Nobody has voted on an answer yet.",
      ]
    ) assert.ok(text.includes(said), said);
  });

  await t.step("while the session store fails, spend, ends and gaps are shown (§4.5)", async () => {
    const { kv } = app.services;
    const { list } = kv;
    const broken = () => Promise.reject(new Error("database disk image is malformed"));
    Object.assign(kv, {
      list: (...selection: Parameters<typeof list>) =>
        Object.assign(list.apply(kv, selection), { next: broken }),
    });
    const { status, text } = await staff.get(PATH, "auditor");
    Object.assign(kv, { list });
    assert.equal(status, 200);
    for (const said of ["No model reply has cost", "Nobody has asked", "No gap is open."]) {
      assert.ok(text.includes(said), said);
    }
    assert.equal(text.match(/We cannot look this up right now/g)?.length, 3);
    assert.doesNotMatch(text, /No unanswered question|No answer that was held|Nobody has voted/);
  });

  await t.step("only view_audit opens it, and an auditor cannot note a gap (§5)", async () => {
    assert.equal((await staff.get(PATH, "editor")).status, 403);
    assert.equal(
      (await staff.post(PATH, { intent: "note", topic: "Fire" }, "auditor")).status,
      403,
    );
  });

  await filled(app);

  await t.step(
    "shows the chat's spend and its daily limit, without the spend of offline passes",
    async () => {
      const { text } = await staff.get(PATH, "auditor");
      assert.match(text, /\$0\.50 of \$1\.67/);
      assert.doesNotMatch(text, /\$[\d,.]*700/);
      assert.ok(text.includes(dayOf(app.services.now())));
    },
  );

  await t.step("counts how questions ended, by reason (§3.5)", async () => {
    const { text } = await staff.get(PATH, "auditor");
    assert.match(text, /in the last 30 days\..*>4 questions<\/caption>/s);
    assert.ok(text.includes("Handed over: the day’s budget was spent"));
  });

  await t.step("lists the words that the corpus lacks, and escapes questions", async () => {
    const { text } = await staff.get(PATH, "auditor");
    const part = text.slice(text.indexOf("Questions without an answer"));
    assert.ok(part.includes("blastproof"));
    const lacks = part.slice(0, part.indexOf("Why answers were held back"));
    assert.doesNotMatch(lacks, />(?:not|decibels)</, "a document contains it");
    assert.ok(part.includes("Is it &lt;b>blastproof&lt;/b>?"), "the question is escaped");
    assert.ok(!text.includes("Note the gap"), "an auditor only reads");
  });

  await t.step("says for each sentence why an answer was held back", async () => {
    const { text } = await staff.get(PATH, "auditor");
    const part = text.slice(text.indexOf("Why answers were held back"));
    assert.ok(part.includes("It reaches 99 decibels."));
    assert.ok(part.includes("99 decibels, a “not” on one side only"));
    assert.ok(part.includes("Title of sheet"));
  });

  await t.step(
    "looks up the whole words within the first 1,000 characters of a text, in their order",
    async () => {
      const { services } = app;
      const words = Array.from(
        { length: 120 },
        (_, index) =>
          `zuqx${
            String(index + 100).replaceAll(/\d/g, (digit) => "kbcdfghjlm"[Number(digit)] ?? "")
          }vrp`,
      );
      await keepUnanswered(services, await aSession(app), {
        at: services.now().getTime(),
        page: "results",
        question: words.join(" "),
        reason: "ungrounded",
        draft: "No.",
        model: "m",
        passages: [],
        sentences: [{ start: 0, end: 3, score: 0, key: null, missing: ["zuqxnnnnvrp", ...words] }],
      });
      const { stored } = await readOversight(services);
      const { lacking } = stored?.blocked.find(({ turn }) => turn.draft === "No.") ?? {};
      // Each word has 10 characters and a space: 1,000 characters end within the 91st.
      assert.deepEqual(lacking, [...words.slice(0, 90), "zuqxnnnnvrp", ...words.slice(0, 89)]);
    },
  );

  await t.step(
    "wordsLacking() returns a list for each text, also for repeated and empty texts",
    async () => {
      assert.deepEqual(
        await wordsLacking(app.services.db, [
          "Is it vrptgh?",
          "",
          "wqzzkj vrptgh",
          " ",
          "Is it vrptgh?",
        ]),
        [["vrptgh"], [], ["wqzzkj", "vrptgh"], [], ["vrptgh"]],
      );
      assert.deepEqual(await wordsLacking(app.services.db, ["", ""]), [[], []]);
    },
  );

  await t.step("shows votes with the documents that the answer cited (§4.7)", async () => {
    const { text } = await staff.get(PATH, "auditor");
    const part = text.slice(text.indexOf(">Votes<"));
    assert.match(part, /0 votes up, 1 vote down/);
    assert.ok(part.includes("Title of sheet"));
  });

  await t.step(
    "notes a gap once, ignoring case, and closes it once; both are audited",
    async () => {
      const { text } = await staff.get(PATH, "admin");
      assert.ok(text.includes("Note the gap"));
      const noted = await staff.post(PATH, { intent: "note", topic: " Blast\nproofing " }, "admin");
      assert.deepEqual([noted.status, noted.location], [303, PATH]);
      await staff.post(PATH, { intent: "note", topic: "blast PROOFING" }, "admin");
      const rows = await app.services.db.selectFrom("corpus_gaps").selectAll().execute();
      assert.deepEqual(rows.map(({ topic }) => topic), ["Blast proofing"]);
      const gap = rows[0]?.id ?? "";
      assert.equal((await staff.post(PATH, { intent: "close", gap }, "admin")).status, 303);
      assert.equal((await staff.post(PATH, { intent: "close", gap }, "admin")).status, 303);
      const entries = await staff.entries();
      assert.deepEqual(entries.map(({ action, type }) => [type, action]), [
        ["corpus-gap", "create"],
        ["corpus-gap", "close"],
      ]);
      assert.ok(!(await staff.get(PATH, "admin")).text.includes("Blast proofing"));
    },
  );

  await t.step("undoes noting and closing a gap", async () => {
    const open = async () => (await listOpenGaps(app.services.db)).map(({ topic }) => topic);
    const noted = await staff.act(PATH, { intent: "note", topic: "Radon" }, "admin");
    assert.deepEqual(await open(), ["Radon"]);
    const closed = await staff.undo(noted, "admin");
    assert.deepEqual(await open(), []);
    await staff.undo(closed.flash, "admin");
    assert.deepEqual(await open(), ["Radon"]);
    await staff.undo(noted, "admin");
    const again = await staff.act(PATH, { intent: "note", topic: "radon" }, "admin");
    const reopened = await staff.undo(closed.flash, "admin");
    assert.match(reopened.flash?.text ?? "", /noted already/);
    await staff.undo(again, "admin");
    assert.deepEqual(await open(), []);
  });

  await t.step("refuses an invalid topic, an unknown gap and an unknown action", async () => {
    const count = (await staff.entries()).length;
    for (const topic of ["", "   ", "x".repeat(201)]) {
      assert.equal((await staff.post(PATH, { intent: "note", topic }, "admin")).status, 303);
    }
    assert.equal((await staff.post(PATH, { intent: "close", gap: "none" }, "admin")).status, 404);
    assert.equal((await staff.post(PATH, { intent: "dance" }, "admin")).status, 400);
    assert.equal((await staff.entries()).length, count);
  });
});

Deno.test("/admin/assistant says where it does not read every record (§4.7)", async () => {
  await using staff = await startStaff(smallCatalog());
  const { kv, now } = staff.app.services;
  const said = /There are more records than this page reads/;
  assert.doesNotMatch((await staff.get(PATH, "auditor")).text, said);
  const votedAt = now().getTime();
  const vote = { vote: "up", page: "results", votedAt, expiresAt: votedAt + 3_600_000 };
  for (let batch = 0; batch < 21; batch++) {
    const operation = kv.atomic();
    for (let each = 0; each < 100; each++) {
      operation.set(["assistant_feedback", `session-${batch}`, `${each}`.padStart(8, "0")], vote);
    }
    assert.ok((await operation.commit()).ok);
  }
  const { text } = await staff.get(PATH, "auditor");
  assert.match(text, said);
  assert.match(text, /2,000 votes up, .*2,000 are on answers/s);
});
