import assert from "node:assert/strict";
import fc from "fast-check";
import {
  chooseEvidence,
  citePassage,
  MAX_EVIDENCE,
  type QuotablePassage,
} from "@/lib/corpus/evidence.ts";
import { createEvidenceReader, type EvidenceReaderOptions } from "@/lib/corpus/evidence_reader.ts";
import { CitedPassage } from "@/lib/corpus/mod.ts";
import { aPassage } from "@/tests/helpers/corpus.ts";

const texts = (passages: readonly { text: string }[]) => passages.map(({ text }) => text);
const heron = { system: { id: "heron", name: "Heron" } };

Deno.test("chooseEvidence() keeps the order of retrieval, best first (§4.1)", () => {
  const retrieved = [
    aPassage("a", { contentType: "pdp" }),
    aPassage("b", { contentType: "blog" }),
    aPassage("c", { contentType: "tech-doc" }),
  ];
  assert.deepEqual(chooseEvidence(retrieved, heron), retrieved);
});

Deno.test("chooseEvidence() leaves out documents that are not about the system (§4.1)", () => {
  const retrieved = [
    aPassage("other", { systemIds: ["finch"] }),
    aPassage("none", { systemIds: [] }),
    aPassage("both", { systemIds: ["finch", "heron"] }),
  ];
  assert.deepEqual(texts(chooseEvidence(retrieved, heron)), ["both"]);
});

Deno.test("chooseEvidence() takes at most two passages of one document", () => {
  const retrieved = ["a", "b", "c"].map((text) => aPassage(text, { itemId: "page" }));
  assert.deepEqual(texts(chooseEvidence(retrieved, heron)), ["a", "b"]);
});

Deno.test("chooseEvidence() takes more than half of one content type only where others lack passages", () => {
  const pages = ["a", "b", "c", "d"].map((text) => aPassage(text, { contentType: "pdp" }));
  const article = aPassage("article", { contentType: "blog" });
  assert.deepEqual(texts(chooseEvidence([...pages, article], heron)), ["a", "b", "c", "article"]);
  assert.deepEqual(texts(chooseEvidence(pages, heron)), ["a", "b", "c", "d"]);
});

Deno.test("chooseEvidence() puts documents about few systems before overviews", () => {
  const several = ["heron", "a", "b", "c"];
  const retrieved = [
    aPassage("An overview that names heron", { title: "All walls", systemIds: several }),
    aPassage("A comparison with Heron", { title: "Two walls", systemIds: ["heron", "a"] }),
    aPassage("About it alone"),
  ];
  assert.deepEqual(texts(chooseEvidence(retrieved, heron)), [
    "A comparison with Heron",
    "About it alone",
    "An overview that names heron",
  ]);
});

Deno.test("chooseEvidence() takes passages that do not name the system only to reach two quotes", () => {
  const other = { title: "Two walls", systemIds: ["heron", "finch"] };
  const retrieved = [
    aPassage("Of finch", other),
    aPassage("Of finch again", other),
    aPassage("Of finch once more", other),
    aPassage("About it alone"),
  ];
  assert.deepEqual(texts(chooseEvidence(retrieved, heron)), ["About it alone", "Of finch"]);
  retrieved.push(aPassage("More about it"));
  assert.deepEqual(texts(chooseEvidence(retrieved, heron)), ["About it alone", "More about it"]);
});

Deno.test("chooseEvidence() finds the name of the system in whole words only (§4.1)", () => {
  const two = { title: "Two walls", systemIds: ["ada", "finch"] };
  const retrieved = [aPassage("Finch is sold in Canada", two), aPassage("An Ada folds", two)];
  const ada = { system: { id: "ada", name: "Ada" }, limit: 1 };
  assert.deepEqual(texts(chooseEvidence(retrieved, ada)), ["An Ada folds"]);
});

Deno.test("chooseEvidence() quotes no text twice", () => {
  const retrieved = [
    aPassage("same", { itemId: "a" }),
    aPassage("same", { itemId: "b" }),
    aPassage("other"),
  ];
  assert.deepEqual(texts(chooseEvidence(retrieved, heron)), ["same", "other"]);
});

const anyPassage = fc.record({
  itemId: fc.constantFrom("a", "b", "c", "d"),
  text: fc.constantFrom("one", "two", "three", "four", "five", "six"),
  contentType: fc.constantFrom("pdp", "blog", "tech-doc", "marketing"),
  systemIds: fc.subarray(["heron", "finch"]),
}).map(({ text, ...over }) => aPassage(text, over));

Deno.test("chooseEvidence() returns retrieved passages in their order, within its limits", () => {
  fc.assert(
    fc.property(fc.array(anyPassage), fc.integer({ min: 0, max: 6 }), (retrieved, limit) => {
      const chosen = chooseEvidence(retrieved, { ...heron, limit });
      assert.ok(chosen.length <= limit);
      assert.equal(new Set(texts(chosen)).size, chosen.length);
      assert.ok(chosen.every(({ systemIds }) => systemIds.includes("heron")));
      let from = 0;
      for (const passage of chosen) {
        from = retrieved.indexOf(passage, from) + 1;
        assert.ok(from > 0, "not in the order of retrieval");
        assert.ok(chosen.filter(({ itemId }) => itemId === passage.itemId).length <= 2);
      }
    }),
  );
});

Deno.test("citePassage() keeps the text unchanged and resolves the source (§2.1)", () => {
  const text = "  “Quiet”\u202e\n\tas a library  ";
  const passage = aPassage(text, { sourceUrl: "https://news.example/a", linkStatus: "live" });
  const deepLink = { siteUrl: null, pdpPath: null };
  const cited = CitedPassage.parse(citePassage(passage, deepLink));
  assert.equal(cited.text, text);
  assert.equal(cited.sourceUrl, "https://news.example/a");
  assert.equal(cited.fetchedAt, passage.fetchedAt.toISOString());
  const dead = citePassage({ ...passage, linkStatus: "dead" }, deepLink);
  assert.deepEqual(dead, { ...cited, sourceUrl: null });
});

/** Creates a reader with passages, a version and a clock that the test sets. */
function aReader(over: Partial<EvidenceReaderOptions> = {}) {
  const asked: string[] = [];
  const outages: unknown[] = [];
  const state = {
    version: 1,
    time: 0,
    /** The passages about the system that are found without a text. */
    general: new Array<QuotablePassage>(),
    answer: (): Promise<readonly QuotablePassage[]> => Promise.resolve([aPassage("Quiet")]),
  };
  const versionOf = (version: number) => ({
    version,
    pdpPathBySystemId: new Map([["heron", "/products/heron"]]),
    index: null,
    seen: "",
  });
  const versions = [1, 2].map(versionOf);
  const current = () => versions[state.version - 1] ?? versionOf(state.version);
  const reader = createEvidenceReader({
    corpus: {
      current,
      refresh: () => Promise.resolve(current()),
      learn: () => Promise.resolve(),
    },
    retrieve({ text }) {
      if (text.length === 0) return Promise.resolve(state.general);
      asked.push(text.join());
      return state.answer();
    },
    siteUrl: "https://walls.example",
    onOutage: (error) => outages.push(error),
    clock: () => state.time,
    pauseMs: 100,
    ...over,
  });
  const about = (phrase = "sound") => reader.current().about({ ...heron, phrases: [phrase] });
  return { reader, state, asked, outages, about };
}

Deno.test("about() reports each new quote, but none that is cached, rehearsed or empty", async () => {
  const reported: unknown[] = [];
  const { reader, state, about } = aReader({
    onQuoted: (passages) => reported.push(passages.map(({ itemId, seq }) => ({ itemId, seq }))),
  });
  state.answer = () =>
    Promise.resolve([
      aPassage("Quiet", { itemId: "a", seq: 3 }),
      aPassage("Of another", { systemIds: ["finch"] }),
    ]);
  await Promise.all([about(), about()]);
  await about();
  assert.deepEqual(reported, [[{ itemId: "a", seq: 3 }]]);
  const rehearsed = { ...heron, phrases: ["width"], isRehearsal: true };
  assert.equal((await reader.current().about(rehearsed))?.length, 1);
  state.answer = () => Promise.resolve([]);
  await about("height");
  state.answer = () => Promise.reject(new Error("no corpus"));
  await about("glass");
  assert.equal(reported.length, 1);
});

Deno.test("about() retrieves once for a context, until the corpus changes (§4.1)", async () => {
  const { state, asked, about } = aReader();
  const [first, second] = await Promise.all([about(), about()]);
  assert.deepEqual(texts(first ?? []), ["Quiet"]);
  assert.equal(second, first);
  assert.equal(await about(), first);
  await about("height");
  assert.deepEqual(asked, ["sound", "height"]);
  state.version = 2;
  state.answer = () => Promise.resolve([]);
  assert.deepEqual(await about(), []);
  assert.deepEqual(asked, ["sound", "height", "sound"]);
});

Deno.test("about() returns at most as many quotes as a page shows", async () => {
  const { state, about } = aReader();
  state.answer = () =>
    Promise.resolve(Array.from({ length: 20 }, (_, index) => aPassage(`Passage ${index}`)));
  assert.equal((await about())?.length, MAX_EVIDENCE);
});

Deno.test("about() fills up with other passages about the system", async () => {
  const { state, about } = aReader();
  state.general = ["Quiet", "Tall", "Light"].map((text) => aPassage(text));
  assert.deepEqual(texts(await about() ?? []), ["Quiet", "Tall", "Light"]);
});

Deno.test("about() returns null while the corpus cannot be read, and reports each outage once", async () => {
  const { state, asked, outages, about } = aReader();
  const { answer } = state;
  state.answer = () => Promise.reject(new Error("down"));
  assert.equal(await about("a"), null);
  assert.equal(await about("a"), null);
  assert.equal(await about("b"), null);
  assert.deepEqual(asked, ["a"], "nothing is read during the pause");
  state.time = 100;
  assert.equal(await about("a"), null);
  assert.deepEqual(asked, ["a", "a"]);
  assert.equal(outages.length, 1);
  state.answer = answer;
  state.time = 200;
  assert.deepEqual(texts(await about("a") ?? []), ["Quiet"]);
  assert.deepEqual(texts(await about("b") ?? []), ["Quiet"]);
  state.answer = () => Promise.reject(new Error("down again"));
  assert.equal(await about("c"), null);
  assert.equal(outages.length, 2);
  assert.deepEqual(texts(await about("a") ?? []), ["Quiet"], "cached quotes are still returned");
});

Deno.test("about() lets one request try after a pause, and returns null to others at once", async () => {
  const { state, asked, about } = aReader();
  state.answer = () => Promise.reject(new Error("down"));
  await about("a");
  state.time = 100;
  const trying = Promise.withResolvers<readonly QuotablePassage[]>();
  state.answer = () => trying.promise;
  const tried = about("b");
  assert.equal(await about("c"), null);
  trying.resolve([aPassage("Quiet")]);
  assert.deepEqual(texts(await tried ?? []), ["Quiet"]);
  assert.deepEqual(asked, ["a", "b"]);
});

Deno.test("about() returns null when the corpus does not answer within the time limit", async () => {
  const { state, outages, about } = aReader({ timeoutMs: 1 });
  state.answer = () => new Promise(() => {});
  assert.equal(await about(), null);
  assert.match(String(outages[0]), /Cannot read the corpus/);
});

Deno.test("resourceUrl() returns the system's product page by its captured path (§2.1)", () => {
  const { reader } = aReader();
  assert.equal(reader.current().resourceUrl("heron"), "https://walls.example/products/heron");
  assert.equal(reader.current().resourceUrl("finch"), null);
  assert.equal(aReader({ siteUrl: null }).reader.current().resourceUrl("heron"), null);
});

Deno.test("about() links a product page by the captured path of its system (§4.1)", async () => {
  const { state, about } = aReader();
  state.answer = () =>
    Promise.resolve([aPassage("Quiet", { contentType: "pdp", sourceUrl: null })]);
  const [cited] = await about() ?? [];
  assert.equal(cited?.sourceUrl, "https://walls.example/products/heron");
});
