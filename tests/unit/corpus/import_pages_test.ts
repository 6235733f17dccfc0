import assert from "node:assert/strict";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { BOILERPLATE, webPages } from "@/tests/helpers/web_pages.ts";
import { importCorpus } from "@/lib/corpus/mod.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

anyDatabase(
  "importCorpus() imports 200 realistic pages whole and without their boilerplate (§6)",
  async ({ db }) => {
    const pages = webPages(200);
    const report = await importCorpus(db, pages, { now: NOW, defaults: { type: "tech-doc" } });
    assert.deepEqual(report.skipped, []);
    assert.equal(report.created, 200);
    const rows = await db.selectFrom("corpus_passages").selectAll().orderBy("item_id").orderBy(
      "seq",
    )
      .execute();
    for (const { item_id, seq, text, heading } of rows) {
      const passage = `${heading} ${text}`.toLowerCase();
      for (const phrase of BOILERPLATE) {
        assert.ok(
          !passage.includes(phrase.toLowerCase()),
          `${item_id}:${seq} has "${phrase}": ${text}`,
        );
      }
    }
    const items = new Map(report.items.map((item) => [item.path, item]));
    for (const page of pages) {
      const item = items.get(page.path);
      assert.equal(item?.title, page.title);
      const passages = rows.filter(({ item_id }) => item_id === item?.id);
      const text = passages.map(({ text }) => text).join("\n").replace(/\s+/g, " ");
      for (const sentence of page.sentences) {
        assert.ok(text.includes(sentence), `${page.path} lacks "${sentence}"`);
      }
      const sections = passages.map(({ heading, text }) => `${heading}\n${text}`).join("\n");
      for (const heading of page.headings) {
        assert.ok(sections.includes(heading), `${page.path} lacks the heading "${heading}"`);
      }
      const stored = await db.selectFrom("corpus_items").select(["source_url", "source_kind"])
        .where("id", "=", item?.id ?? "").executeTakeFirstOrThrow();
      assert.deepEqual(stored, {
        source_url: page.url,
        source_kind: page.url === null ? "upload" : "url",
      });
    }
  },
);
