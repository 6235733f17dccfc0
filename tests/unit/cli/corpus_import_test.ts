import assert from "node:assert/strict";
import { openDatabase } from "@/lib/db/mod.ts";
import { eachEngineUnopened, migratedLocation, type TestLocation } from "@/tests/helpers/db.ts";
import { type Ended, run } from "@/tests/helpers/process.ts";

const DOCUMENT = "---\ntitle: A wall\ntype: blog\n---\n\nThe wall moves. It is closed by a seal.\n";

/** Creates a folder with these files, which is deleted when disposed. */
async function folderOf(files: Record<string, string | Uint8Array>) {
  const path = await Deno.makeTempDir({ prefix: "gss-test-" });
  for (const [name, content] of Object.entries(files)) {
    await Deno.mkdir(`${path}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeFile(
      `${path}/${name}`,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  }
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

function importInto({ url, dataDir }: TestLocation, ...args: string[]): Promise<Ended> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: url ?? "", NO_COLOR: "1" };
  return run("lib/cli/corpus_import.ts", { args, env });
}

async function stored(location: TestLocation) {
  await using database = await openDatabase(location);
  const { db } = database;
  const items = await db.selectFrom("corpus_items").select(["source_key", "content_type"])
    .orderBy("source_key").execute();
  const entries = await db.selectFrom("audit_log").select(["actor", "action"])
    .where("entity_type", "=", "corpus").execute();
  return { items: items.map((item) => Object.values(item)), entries };
}

eachEngineUnopened(
  "deno task corpus:import imports a folder once and audits it (design §9)",
  async (engine) => {
    await using location = await migratedLocation(engine);
    await using folder = await folderOf({
      "a.md": DOCUMENT,
      "deep/er/b.txt": "Plain words. And more of them.",
      ".hidden/c.md": DOCUMENT,
    });
    const tried = await importInto(location, folder.path, "--type", "tech-doc", "--dry-run");
    assert.equal(tried.code, 0, tried.stderr);
    assert.match(
      tried.stdout,
      /^would import documents: 2 new, 0 changed; passages: 2; 0 unchanged/,
    );
    assert.deepEqual(await stored(location), { items: [], entries: [] });

    const first = await importInto(location, folder.path, "--type", "tech-doc");
    assert.equal(
      first.stdout,
      "imported documents: 2 new, 0 changed; passages: 2; 0 unchanged, 0 skipped\n",
    );
    assert.equal(first.code, 0);
    const after = {
      items: [["a.md", "blog"], ["deep/er/b.txt", "tech-doc"]],
      entries: [{ actor: "service", action: "import" }],
    };
    assert.deepEqual(await stored(location), after);

    const again = await importInto(location, folder.path, "--type", "tech-doc");
    assert.match(again.stdout, /^imported documents: 0 new, 0 changed; passages: 0; 2 unchanged/);
    assert.deepEqual(await stored(location), after);
  },
);

Deno.test("deno task corpus:import names the files that it skips, and exits with 1 (design §9)", async () => {
  await using location = await migratedLocation("embedded");
  await using folder = await folderOf({
    "a.md": DOCUMENT,
    "b.pdf": "PK\x03\x04\x14\0",
    "d.md": "A wall moves.",
  });
  await Deno.symlink(`${folder.path}/a.md`, `${folder.path}/c.md`);
  const { code, stdout } = await importInto(location, folder.path);
  assert.equal(code, 1);
  const [zip, link, untyped = "", sum = ""] = stdout.split("\n");
  assert.match(zip ?? "", /^skipped b\.pdf: is a zip archive/);
  assert.match(link ?? "", /^skipped c\.md: cannot be opened: it is a symbolic link/);
  assert.match(untyped, /^skipped d\.md: has no kind: choose one with --type, or write “type”/);
  assert.match(sum, /^imported documents: 1 new, .* 3 skipped$/);
});

Deno.test("deno task corpus:import prints warnings, and exits with 0 (design §9)", async () => {
  await using location = await migratedLocation("embedded");
  await using folder = await folderOf({
    "a.md": DOCUMENT.replace("type: blog", "type: blog\nsystems: [no-such]"),
  });
  const { code, stdout } = await importInto(location, folder.path);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^warning: a\.md is about systems that the catalog does not have: no-such\nimported documents: 1 new, /,
  );
});

const WRONG: Record<string, string[]> = {
  "nothing": [],
  "two paths": ["a", "b"],
  "an unknown type": ["a", "--type", "novel"],
  "an unknown option": ["a", "--force"],
};

for (const [what, args] of Object.entries(WRONG)) {
  Deno.test(`deno task corpus:import prints its usage when given ${what}, and exits with 2 (design §9)`, async () => {
    const { code, stdout, stderr } = await run("lib/cli/corpus_import.ts", { args });
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^Usage: deno task corpus:import PATH/);
  });
}

Deno.test("deno task corpus:import explains that a path does not exist, and exits with 1 (design §9)", async () => {
  const { code, stderr } = await run("lib/cli/corpus_import.ts", { args: ["/no/such/place"] });
  assert.equal(code, 1);
  assert.match(stderr, /^Cannot import "\/no\/such\/place": /);
  assert.ok(!stderr.includes("    at "), stderr);
});
