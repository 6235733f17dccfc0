import assert from "node:assert/strict";
import fc from "fast-check";
import type { CitedPassage, EvidenceReader } from "@/lib/corpus/mod.ts";
import { seedDemo } from "@/migrations/seed/demo/seed.ts";
import { recommend, startApp, type TestApp } from "../helpers/app.ts";
import { storeItem } from "../helpers/corpus.ts";
import { anyEngine } from "../helpers/db.ts";
import { findAnswers, optionIdsOf, resultOf } from "../helpers/demo_answers.ts";

const SITE = "https://walls.example";
const answers = findAnswers("home", (some) => resultOf("home", some).lead !== null);
const LEAD = resultOf("home", answers).lead?.systemId ?? "";
const PATH = `/api/recommendation?track=home&options=${optionIdsOf(answers).join()}`;

const textsOf = (passages: readonly CitedPassage[]) => passages.map(({ text }) => text).sort();

/** Unpublishes the demo's projects, so that only documents ground a recommendation. */
async function hideProjects({ services: { db, projects } }: TestApp): Promise<void> {
  await db.updateTable("cms_projects").set({ published: false }).execute();
  await projects.refresh();
}

/** Deletes all documents. */
async function clearCorpus({ services: { db } }: TestApp): Promise<void> {
  await db.deleteFrom("corpus_items").execute();
}

anyEngine("evidence of a recommendation (§4.1)", async (engine, { step }) => {
  await using app = await startApp({ engine, environment: { SITE_URL: SITE } });
  const { services } = app;
  const { db, evidence } = services;
  await hideProjects(app);

  await step("the demo quotes active documents about the lead word for word (§2.1)", async () => {
    const result = await recommend(app, PATH);
    assert.ok(result.evidence.length >= 2);
    for (const { itemId, text } of result.evidence) {
      const stored = await db.selectFrom("corpus_passages")
        .innerJoin("corpus_items", "corpus_items.id", "corpus_passages.item_id")
        .innerJoin("corpus_item_systems as about", "about.item_id", "corpus_items.id")
        .select("corpus_passages.text")
        .where("corpus_items.id", "=", itemId).where("state", "=", "active")
        .where("about.system_id", "=", LEAD)
        .execute();
      assert.ok(stored.some((passage) => passage.text.includes(text)), text);
    }
    assert.deepEqual(result.groundedRationale, {
      passages: result.evidence,
      project: null,
      resourceUrl: `${SITE}/products/${LEAD}`,
      hasAny: true,
    });
  });

  await step("each system of the demo has at least two quotes, all about it", async () => {
    const about = await db.selectFrom("corpus_item_systems").selectAll().execute();
    for (const { id, name } of services.catalog.current().systems) {
      const quotes = await evidence.current().about({ system: { id, name }, phrases: [] }) ?? [];
      assert.ok(quotes.length >= 2, name);
      for (const { itemId } of quotes) {
        assert.ok(about.some((row) => row.item_id === itemId && row.system_id === id), itemId);
      }
    }
  });

  await step("the same question gets the same body and ETag", async () => {
    const [first, second] = await Promise.all([app.request(PATH), app.request(PATH)]);
    assert.equal(first.headers.get("etag"), second.headers.get("etag"));
    assert.deepEqual(await first.json(), await second.json());
  });

  await step("a resource link alone grounds nothing (§4.1)", async () => {
    await clearCorpus(app);
    await storeItem(db, "page", {
      systemIds: [LEAD],
      texts: [],
      row: { content_type: "pdp", pdp_path: "/products/page" },
    });
    await evidence.refresh();
    const { evidence: quotes, groundedRationale } = await recommend(app, PATH);
    assert.deepEqual(quotes, []);
    assert.deepEqual(groundedRationale, {
      passages: [],
      project: null,
      resourceUrl: `${SITE}/products/page`,
      hasAny: false,
    });
  });

  await step(
    "a recommendation counts its quotes as retrieved, unless it comes from the cache",
    async () => {
      await clearCorpus(app);
      await storeItem(db, "quoted", { systemIds: [LEAD] });
      await storeItem(db, "other", { systemIds: ["no-such-system"] });
      await evidence.refresh();
      for (const retrieved of [1, 2, 2]) {
        assert.deepEqual(textsOf((await recommend(app, PATH)).evidence), ["Passage of quoted"]);
        await services.background.idle();
        const marked = await db.selectFrom("corpus_retrievals")
          .select(["item_id", "seq", "retrieved"]).execute();
        assert.deepEqual(marked, [{ item_id: "quoted", seq: 1, retrieved }]);
      }
    },
  );

  await step("retired and superseded documents are never quoted (§4.1)", async () => {
    await clearCorpus(app);
    const about = { systemIds: [LEAD] };
    await storeItem(db, "active", about);
    await storeItem(db, "retired", { ...about, row: { state: "retired" } });
    await storeItem(db, "superseded", {
      ...about,
      row: { state: "superseded", superseded_by: "active" },
    });
    await storeItem(db, "elsewhere", { systemIds: ["no-such-system"] });
    await evidence.refresh();
    assert.deepEqual(textsOf((await recommend(app, PATH)).evidence), ["Passage of active"]);

    await db.updateTable("corpus_items").set({ state: "retired" }).where("id", "=", "active")
      .execute();
    await evidence.refresh();
    const { evidence: quotes, groundedRationale } = await recommend(app, PATH);
    assert.deepEqual(quotes, []);
    assert.equal(groundedRationale.hasAny, false);
    assert.equal(groundedRationale.resourceUrl, null);
  });

  await step("only sources whose link works are linked (§4.1)", async () => {
    await clearCorpus(app);
    const LINKS: Record<string, string | null> = {
      "live": "https://news.example/live",
      "dead": null,
      "unchecked": null,
      "upload": null,
      "page": `${SITE}/products/page`,
      "gone": null,
    };
    const ROWS = {
      live: { content_type: "blog" },
      dead: { content_type: "marketing", link_status: "dead" },
      unchecked: { content_type: "tech-doc", link_status: "unchecked" },
      upload: { content_type: "tech-doc", source_kind: "upload" },
      page: { content_type: "pdp", pdp_path: "/products/page", link_status: "unchecked" },
      gone: { content_type: "pdp", pdp_path: "/products/gone", link_status: "dead" },
    } as const;
    const seen = new Map<string, string | null>();
    for (const [id, row] of Object.entries(ROWS)) {
      await clearCorpus(app);
      await storeItem(db, id, { systemIds: [LEAD], row });
      await evidence.refresh();
      const { evidence: quotes, groundedRationale } = await recommend(app, PATH);
      for (const quote of quotes) seen.set(quote.itemId, quote.sourceUrl);
      assert.equal(groundedRationale.resourceUrl, id === "page" ? LINKS[id] : null, id);
    }
    assert.deepEqual(Object.fromEntries(seen), LINKS);
  });

  await step("without a recommendation nothing is quoted (§2.1)", async () => {
    const result = await recommend(app, "/api/recommendation?options=no-such-option");
    assert.deepEqual(result.evidence, []);
    assert.deepEqual(result.groundedRationale, {
      passages: [],
      project: null,
      resourceUrl: null,
      hasAny: false,
    });
  });

  await step(
    "whatever the corpus, every quote is a text of an active document about the lead (§4.1)",
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(anyItem, { maxLength: 8 }), async (items) => {
          await clearCorpus(app);
          const quotable = new Set<string>();
          await storeItem(db, "current", { systemIds: [], texts: [] });
          for (const [index, { state, systemIds, texts, contentType }] of items.entries()) {
            await storeItem(db, `item-${index}`, {
              systemIds,
              texts,
              row: {
                state,
                content_type: contentType,
                superseded_by: state === "superseded" ? "current" : null,
              },
            });
            if (state === "active" && systemIds.includes(LEAD)) {
              for (const text of texts) quotable.add(text);
            }
          }
          await evidence.refresh();
          const { evidence: quotes } = await recommend(app, PATH);
          assert.ok(quotes.every(({ text }) => quotable.has(text)));
          assert.equal(quotes.length > 0, quotable.size > 0);
          assert.equal(new Set(textsOf(quotes)).size, quotes.length);
        }),
        { numRuns: 30 },
      ).then(() => {}),
  );
});

const anyItem = fc.record({
  state: fc.constantFrom("active", "retired", "superseded"),
  contentType: fc.constantFrom("pdp", "blog", "tech-doc", "marketing"),
  systemIds: fc.subarray([LEAD, "no-such-system"]),
  texts: fc.array(
    fc.lorem({ maxCount: 8 }).map((words) => `${words} sound, height and glass.`),
    { maxLength: 3 },
  ),
});

Deno.test("without SITE_URL neither the resource link nor product pages are linked (§4.1)", async () => {
  await using app = await startApp({ environment: { SEED: "none" } });
  const { catalog, database, evidence } = app.services;
  await seedDemo(database);
  await Promise.all([catalog.refresh(), evidence.refresh()]);
  const result = await recommend(app, PATH);
  assert.ok(result.recommended);
  assert.equal(result.groundedRationale.resourceUrl, null);
  const pages = result.evidence.filter(({ contentType }) => contentType === "pdp");
  assert.ok(pages.length > 0 && pages.every(({ sourceUrl }) => sourceUrl === null));
});

Deno.test("an unreadable corpus removes only the evidence, and such an answer is not cached", async () => {
  const quote: CitedPassage = {
    itemId: "page",
    title: "A page",
    heading: null,
    text: "Quiet",
    contentType: "blog",
    sourceUrl: null,
    version: "0123456789ab",
    fetchedAt: "2026-03-04T12:00:00.000Z",
  };
  const state = { isOut: true, asked: 0 };
  const evidence: EvidenceReader = {
    current: () => ({
      version: 1,
      about() {
        state.asked++;
        return Promise.resolve(state.isOut ? null : [quote]);
      },
      pdpPath: () => null,
      resourceUrl: () => null,
    }),
    learn: () => Promise.resolve(),
    refresh: () => Promise.resolve(),
  };
  await using app = await startApp({ overrides: { evidence } });
  const during = await recommend(app, PATH);
  assert.equal(during.recommended?.systemId, LEAD);
  assert.deepEqual(during.evidence, []);
  assert.deepEqual(await recommend(app, PATH), during, "only a repeated question is cached at all");
  assert.equal((await app.request(PATH.replace("/api/recommendation", "/results"))).status, 200);
  state.isOut = false;
  const after = await recommend(app, PATH);
  assert.deepEqual(after, {
    ...during,
    evidence: [quote],
    groundedRationale: { ...during.groundedRationale, passages: [quote], hasAny: true },
  });
  const asked = state.asked;
  assert.deepEqual(await recommend(app, PATH), after);
  assert.equal(state.asked, asked, "a complete answer is cached");
});
