import assert from "node:assert/strict";
import { importCorpus } from "@/lib/corpus/mod.ts";
import { aDocument, aFile } from "@/tests/helpers/corpus_files.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const OPTIONS = { now: new Date("2026-11-21T12:00:00Z"), trusted: true };
const TEXT =
  "The panel is closed by a seal. It was measured in a laboratory, and reached its class.";

eachEngine(
  "importCorpus() ignores the link status that a document declares (§4.1)",
  async ({ db }) => {
    const url = "https://example.com/a";
    const declared = ["live", "dead", "unchecked"];
    await importCorpus(db, [
      ...declared.map((link) => aDocument(`${link}.md`, TEXT, { link, url: `${url}/${link}` })),
      aFile(
        "dump.jsonl",
        JSON.stringify({ body: TEXT, type: "pdp", url: `${url}/dumped`, link: "live" }),
      ),
    ], OPTIONS);
    const stored = await db.selectFrom("corpus_items")
      .select(["link_status", "link_checked_at", "link_note"]).execute();
    assert.deepEqual(
      stored,
      Array(4).fill({ link_status: "unchecked", link_checked_at: null, link_note: null }),
    );
  },
);

eachEngine(
  "importCorpus() warns about likely mistakes, in a dry run too (§6)",
  async ({ db }) => {
    const files = [
      aDocument("known.md", `${TEXT} One.`),
      aDocument("ahead.md", `${TEXT} Two.`, { fetched_at: "2026-11-22T12:00:00Z" }),
      aDocument("about.md", `${TEXT} Three.`, { systems: "[no-such, other]", link: "dead" }),
      aDocument("live.md", `${TEXT} Four.`, { link: "live" }),
    ];
    for (const dryRun of [true, false]) {
      const { warnings, created } = await importCorpus(db, files, { ...OPTIONS, dryRun });
      assert.equal(created, 4);
      assert.deepEqual(warnings.map(({ path, warning }) => `${path} ${warning}`), [
        "ahead.md was captured in the future, on 2026-11-22",
        "about.md is about systems that the catalog does not have: no-such, other",
        "about.md says that its link is dead: it is unchecked until a check",
        "live.md says that its link is live: it is unchecked until a check",
      ]);
    }
  },
);

eachEngine(
  "importCorpus() skips broken files with a reason and stores the rest (§6)",
  async ({ db }) => {
    const report = await importCorpus(db, [
      aDocument("good.md", TEXT),
      aDocument("key.md", TEXT, { titel: "A" }),
      aDocument("type.md", TEXT, { type: "novel" }),
      aDocument("when.md", TEXT, { fetched_at: "yesterday" }),
      aDocument("about.md", TEXT, { systems: "[a b]" }),
      aFile("body.jsonl", '{"id":1}\n'),
      aFile("cut-off.pdf", "%PDF-1.7\n1 0 obj\n"),
      aDocument("empty.md", ""),
      aFile("untyped.md", TEXT),
      aFile("zip.pdf", "PK\x03\x04\x14\0"),
      aFile("yaml.md", "---\ntitle: [\n---\ntext"),
      { path: "gone.md", bytes: () => Promise.reject(new Error("No such file")) },
      aDocument("also-good.md", `${TEXT} Twice.`),
    ], OPTIONS);
    assert.equal(report.created, 2);
    const reasons = Object.fromEntries(report.skipped.map(({ path, reason }) => [path, reason]));
    assert.match(reasons["key.md"] ?? "", /^has the unknown key "titel": known are title, type/);
    assert.equal(
      reasons["type.md"],
      'has a wrong value for "type", which takes one of pdp, blog, tech-doc, marketing',
    );
    assert.match(
      reasons["when.md"] ?? "",
      /^has a wrong value for "fetched_at", which takes a date/,
    );
    assert.match(reasons["about.md"] ?? "", /^has a wrong value for "systems", which takes a list/);
    assert.equal(reasons["body.jsonl:1"], "is not a valid line of a dump: its “body” must be text");
    assert.equal(
      reasons["cut-off.pdf"],
      "cannot be read: it is damaged, or not what it looks like",
    );
    assert.match(reasons["empty.md"] ?? "", /^has no text/);
    assert.match(
      reasons["untyped.md"] ?? "",
      /^has no kind: choose one when you import it.* one of pdp, blog/,
    );
    assert.match(reasons["zip.pdf"] ?? "", /^is a zip archive/);
    assert.match(reasons["yaml.md"] ?? "", /^has front matter that is not valid YAML: see line 2$/);
    assert.match(reasons["gone.md"] ?? "", /^cannot be opened: No such file/);
    assert.equal(Object.keys(reasons).length, 11);
  },
);
