/** Tests how many documents and passages about each system the corpus has. */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { coverageQuery } from "@/lib/corpus/coverage.ts";
import { corpusSize, systemCoverage } from "@/lib/corpus/mod.ts";
import { readList, sortRows } from "@/components/admin/list/define.ts";
import { coveredSystems, systemGaps } from "@/routes/admin/(_sections)/corpus/coverage.ts";
import { COVERAGE } from "@/routes/admin/(_sections)/corpus/coverage_page.tsx";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";

const CATALOG = {
  catalog: aCatalog({
    systems: [
      aSystem("heron"),
      aSystem("finch"),
      aSystem("gull"),
      aSystem("dodo", { retired: true }),
    ],
  }),
};

eachEngine(
  "systemCoverage() counts only passages of active documents, and its page lists the gaps (§4.1)",
  async ({ db }) => {
    assert.deepEqual(await systemCoverage(db), new Map());
    await storeItem(db, "a", { systemIds: ["heron", "finch"], texts: ["one"] });
    await storeItem(db, "b", {
      systemIds: ["heron"],
      texts: ["one", "two"],
      row: { content_type: "pdp" },
    });
    await storeItem(db, "c", { systemIds: ["heron", "gull"], row: { state: "retired" } });
    await storeItem(db, "d", {
      systemIds: ["gull"],
      row: { state: "superseded", superseded_by: "a" },
    });
    await storeItem(db, "e", { systemIds: ["gull"], texts: [] });
    await storeItem(db, "f", { systemIds: [], texts: ["about nothing"] });
    const coverage = await systemCoverage(db);
    assert.deepEqual(Object.fromEntries(coverage), {
      heron: { items: 2, passages: 3, byType: { blog: 1, pdp: 2 } },
      finch: { items: 1, passages: 1, byType: { blog: 1 } },
      gull: { items: 1, passages: 0, byType: { blog: 0 } },
    });
    assert.deepEqual(await corpusSize(db), { active: 4, retired: 1, superseded: 1, passages: 4 });

    const listed = (query: string) => {
      const { filter, sort } = readList(new URLSearchParams(query), COVERAGE);
      assert.ok(sort);
      return sortRows(coveredSystems(CATALOG, coverage, filter("show")), COVERAGE.columns, sort)
        .map(({ system }) => system.id);
    };
    assert.deepEqual(listed(""), ["gull", "finch", "heron"]);
    assert.deepEqual(listed("show=none"), ["gull"]);
    assert.deepEqual(listed("show=few"), ["finch"]);
    assert.deepEqual(listed("show=nonsense&sort=-passages"), ["heron", "finch", "gull"]);
    for (const { count, href } of systemGaps(CATALOG, coverage)) {
      assert.equal(listed(new URL(href, "http://localhost").search).length, count, href);
    }
  },
);

interface Step {
  readonly "Actual Rows": number;
  readonly Plans?: readonly Step[];
}

function mostRows({ "Actual Rows": rows, Plans = [] }: Step): number {
  return Math.max(rows, ...Plans.map(mostRows));
}

eachEngine(
  "systemCoverage() reads the passages of a document once, not for each of its systems (§4.1)",
  async ({ db }) => {
    const systemIds = Array.from({ length: 20 }, (_, index) => `system-${index}`);
    await storeItem(db, "a", { systemIds, texts: Array.from({ length: 30 }, () => "text") });
    assert.equal((await systemCoverage(db)).get("system-7")?.passages, 30);
    const [row] = await coverageQuery(db)
      .explain<{ "QUERY PLAN": { Plan: Step }[] }>("json", sql`analyze`);
    const plan = row?.["QUERY PLAN"][0]?.Plan ?? assert.fail("There is no plan");
    assert.equal(mostRows(plan), 30);
  },
);
