/** Random requests to the media library. They must cause no 5xx, and the audit log must stay intact. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { verifyAuditChain } from "@/lib/records/mod.ts";
import { startApp } from "../helpers/app.ts";
import { storeAssets } from "../helpers/media.ts";
import { bombard, text, texts, withForms, withQueries } from "./hostile.ts";

const RUNS = 150;

/** Values of fields, with many valid ones, so that some actions are carried out. */
const values = fc.oneof(
  { weight: 2, arbitrary: texts },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      "apply",
      "save",
      "tag",
      "untag",
      "accept",
      "reject",
      "link",
      "unlink",
      "group",
      "ungroup",
      "alt",
      "delete",
      "retry",
      "attribute:oak",
      "system:none",
      "a1",
      "a2",
      "yes",
      "50",
      "30",
      "<b onclick=alert(1)>",
    ),
  },
  text,
);

/** The actions, one of which each form has as its first field. */
const ACTS = [
  "apply",
  "save",
  "tag",
  "untag",
  "accept",
  "link",
  "unlink",
  "retry",
  "delete",
  "",
];
const FIELDS = [
  "act",
  "id",
  "all",
  "tag",
  "group",
  "alt",
  "missing",
  "title",
  "focalX",
  "focalY",
  "owner",
  "version",
  "confirm",
];
const PARAMETERS = [
  "q",
  "source",
  "type",
  "usage",
  "tagType",
  "tagRef",
  "coverage",
  "sort",
  "limit",
  "offset",
  "view",
  "density",
  "asset",
  "select",
  "find",
];

Deno.test("the media library withstands random forms and queries (§4.8)", async (t) => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" } });
  const { db } = app.services;
  await storeAssets(db, Array.from({ length: 30 }, (_, index) => ({ id: `a${index}` })));
  await db.insertInto("media_categories").values({ id: "oak", axis: "attribute", name: "Oak" })
    .execute();

  await t.step("queries", async () => {
    const statuses = await bombard(app, ["GET", "/admin/media"], withQueries(PARAMETERS, RUNS));
    const refused = [...statuses.keys()].filter((status) => status !== 200 && status !== 400);
    assert.deepEqual(refused, [], "no status but 200 and 400");
  });
  for (const query of ["?asset=a1", "?coverage=untagged&view=list&asset=a2"]) {
    await t.step(`forms at ${query}`, async () => {
      const requests = withForms(FIELDS, { runs: RUNS, values, maxFields: 14 });
      const statuses = await bombard(
        app,
        ["POST", "/admin/media"],
        requests.map((sent, at) => ({
          ...sent,
          query,
          body: `intent=${ACTS[at % ACTS.length]}&${sent.body}`,
        })),
      );
      assert.ok(statuses.get(400), "some forms are refused");
      assert.ok(statuses.get(303), "some forms are accepted");
    });
  }
  await t.step("stored texts are escaped, and the audit log is intact", async () => {
    for (const path of ["/admin/media?limit=100", "/admin/media?asset=a1"]) {
      const html = await (await app.request(path)).text();
      assert.doesNotMatch(html, /<b onclick|<script>/, path);
    }
    assert.equal((await verifyAuditChain(db)).fault, null);
  });
});
