/** Behaviour under faults of the CMS (spec §4.11, §7). */
import assert from "node:assert/strict";
import { openWorldClient, signedIn, type WorldClient } from "../helpers/world_client.ts";
import type { WorldFaultId } from "./faults.ts";
import type { Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

interface Preview {
  readonly text: string;
  readonly run: string;
  readonly hash: string;
}

async function preview(editor: WorldClient, kind = "projects"): Promise<Preview> {
  const begun = await editor.post("/admin/cms", { intent: "preview", kind });
  assert.equal(begun.status, 303, begun.text);
  const { text } = await editor.get(begun.location);
  return {
    text,
    run: begun.location.split("/").at(-1) ?? "",
    hash: /name="hash" value="([^"]*)"/.exec(text)?.[1] ?? "",
  };
}

/** Returns the paths of the projects that buyers see. */
async function shown(client: WorldClient): Promise<string[]> {
  const { status, text } = await client.get("/projects");
  assert.equal(status, 200);
  return [...text.matchAll(/href="(\/projects\/[^"?]+)"/g)].map(([, path = ""]) => path);
}

const BROKEN: readonly WorldFaultId[] = [
  "cms-html",
  "cms-cut",
  "cms-maintenance",
  "cms-gone",
  "cms-forever",
];

/** Asserts that the other kinds of sync also refuse to apply an incomplete fetch. */
async function otherKindsAreRefused(world: World): Promise<void> {
  const editor = await signedIn(world, "editor");
  await editor.inject("cms-maintenance");
  for (const kind of ["attributes", "images"]) {
    const { text, run, hash } = await preview(editor, kind);
    assert.match(text, /nothing can be applied/, kind);
    const refused = await editor.post("/admin/cms/chunk", { run, hash, intent: "apply" });
    assert.ok(refused.status >= 400 && refused.status < 500, `${kind}: ${refused.status}`);
  }
  await editor.mend("cms");
  for (const kind of ["attributes", "images"]) {
    assert.match((await preview(editor, kind)).text, /Apply|Nothing to change/, kind);
  }
}

async function picturesAreMissing(world: World): Promise<void> {
  const editor = await signedIn(world, "editor");
  await editor.inject("cms-files");
  const { run, hash } = await preview(editor, "images");
  const applied = await editor.post("/admin/cms/chunk", { run, hash, intent: "apply" });
  assert.equal(applied.status, 303, applied.text);
  const buyer = openWorldClient(world);
  let missing = "";
  for (const path of await shown(buyer)) {
    const { status, text } = await buyer.get(path);
    assert.equal(status, 200, path);
    const [picture] = /\/media\/cms-[\w-]+\/[\w.-]+/.exec(text) ?? [];
    if (missing === "" && picture !== undefined) missing = picture;
  }
  assert.notEqual(missing, "", "a page shows a picture of the CMS");
  const { status, type } = await buyer.get(missing);
  assert.deepEqual([status, type], [404, "image/jpeg"], `${missing}: a placeholder of its size`);
  await editor.mend("cms");
}

/** The scenarios, in the order of the tests. */
export const CMS_SCENARIOS: readonly Scenario[] = [
  {
    name:
      "cms-maintenance: “a partial fetch aborts before any write”, of attributes and pictures too (§3.3, §4.11)",
    run: otherKindsAreRefused,
  },
  ...BROKEN.map((fault): Scenario => ({
    name:
      `${fault}: “an incomplete fetch aborts before any write”, and “never a deletion” (§4.11, §7)`,
    async run(world) {
      const editor = await signedIn(world, "editor");
      const before = await shown(editor);
      assert.notEqual(before.length, 0);
      await editor.inject(fault);
      const { text, run, hash } = await preview(editor);
      assert.match(text, /nothing can be applied/);
      const refused = await editor.post("/admin/cms/chunk", { run, hash, intent: "apply" });
      assert.ok(refused.status >= 400 && refused.status < 500, `${refused.status}`);
      assert.deepEqual(await shown(editor), before);
      await editor.mend("cms");
    },
  })),
  {
    name:
      "cms-rows: “a malformed product ref is skipped with a warning and the fetch continues” (§4.11)",
    async run(world) {
      const editor = await signedIn(world, "editor");
      await editor.inject("cms-rows");
      const { text } = await preview(editor);
      assert.match(text, /Apply projects/);
      assert.match(text, /Warnings? \(/);
      await editor.mend("cms");
    },
  },
  {
    name: "after the fault the sync resumes where it stopped, and a rerun writes nothing (§4.11)",
    async run(world) {
      const editor = await signedIn(world, "editor");
      const before = await shown(editor);
      await editor.inject("cms-html");
      const { run } = await preview(editor);
      await editor.mend("cms");
      const asked = world.doubles.cms.journal.length;
      const resumed = await editor.post("/admin/cms/chunk", { run, intent: "resume" });
      const [first] = world.doubles.cms.journal.slice(asked);
      assert.equal(new URLSearchParams(first?.query).get("page"), "2");
      const { text } = await editor.get(resumed.location);
      const hash = /name="hash" value="([^"]*)"/.exec(text)?.[1] ?? "";
      const applied = await editor.post("/admin/cms/chunk", { run, hash, intent: "apply" });
      assert.equal(applied.status, 303, applied.text);
      assert.match((await preview(editor)).text, /Nothing to change/);
      const after = await shown(editor);
      for (const path of before.filter((path) => !path.includes("?"))) {
        assert.equal((await editor.get(path)).status, 200, path);
      }
      assert.notEqual(after.length, 0);
    },
  },
  {
    name:
      "cms-files: pages show the selection, and a placeholder for a missing picture (§2.1, §4.11)",
    run: picturesAreMissing,
  },
];
