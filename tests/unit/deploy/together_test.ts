/** `deno task test` runs every test file, once. */
import assert from "node:assert/strict";
import { ALONE, type Folder, shareOf, SHARES, testFilesIn } from "../../together/together.ts";

const ROOT = new URL("../../../", import.meta.url);
const FOLDERS = Object.keys(SHARES) as Folder[];

/** What the task names: files, and folders. */
function namedByTask(): string[] {
  const { tasks } = JSON.parse(Deno.readTextFileSync(new URL("deno.json", ROOT)));
  return [...tasks.test.command.matchAll(/\btests\/\S*/g)].map(([path]) => path);
}

Deno.test("each share of a folder has its file, and the task runs them all", () => {
  const files = [...Deno.readDirSync(new URL("tests/together/shares/", ROOT))];
  const shares = FOLDERS.flatMap((folder) =>
    Array.from({ length: SHARES[folder] }, (_, index) => ({ folder, nth: index + 1 }))
  );
  assert.deepEqual(
    files.map(({ name }) => name).sort(),
    shares.map(({ folder, nth }) => `${folder}_${nth}.ts`).sort(),
  );
  for (const { folder, nth } of shares) {
    const file = new URL(`tests/together/shares/${folder}_${nth}.ts`, ROOT);
    assert.ok(Deno.readTextFileSync(file).includes(`await together("${folder}", ${nth});`));
  }
  assert.ok(namedByTask().includes("tests/together/shares/*.ts"));
});

Deno.test("every test file is in a share, or named by the task", () => {
  const named = namedByTask();
  const dealt = FOLDERS.flatMap((folder) =>
    Array.from({ length: SHARES[folder] }, (_, index) => shareOf(folder, index + 1)).flat()
  );
  assert.equal(new Set(dealt).size, dealt.length);
  for (const path of testFilesIn("tests")) {
    const isNamed = named.some((name) =>
      name.endsWith("/") ? path.startsWith(name) : path === name
    );
    assert.equal(Number(isNamed) + Number(dealt.includes(path)), 1, path);
  }
  for (const path of Object.keys(ALONE)) assert.ok(named.includes(path), path);
});
