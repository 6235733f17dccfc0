/** The temporary folders of uploads. */
import assert from "node:assert/strict";
import { withScratch } from "@/lib/media/ingest/scratch.ts";

Deno.test("withScratch() removes its own folder, and those that a crash left more than an hour ago", async () => {
  const folder = await Deno.makeTempDir();
  const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60;
  for (const name of ["old", "recent"]) {
    await Deno.mkdir(`${folder}/${name}`);
    await Deno.writeTextFile(`${folder}/${name}/sent`, "half");
  }
  await Deno.utime(`${folder}/old`, twoHoursAgo, twoHoursAgo);
  const inside = await withScratch(folder, () => namesIn(folder));
  assert.ok(inside.includes("recent") && !inside.includes("old"), inside.join());
  assert.deepEqual(await namesIn(folder), ["recent"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("withScratch() does not look at the folders of all uploads for each of many uploads at once", async () => {
  const folder = await Deno.makeTempDir();
  const uploads = 100;
  const { stat } = Deno;
  let looks = 0;
  Deno.stat = (path) => {
    looks++;
    return stat(path);
  };
  try {
    const all = Promise.withResolvers<void>();
    let inside = 0;
    const hold = () => {
      if (++inside === uploads) all.resolve();
      return all.promise;
    };
    await Promise.all(Array.from({ length: uploads }, () => withScratch(folder, hold)));
  } finally {
    Deno.stat = stat;
  }
  // Each upload may look at some folders; looking at each other one would be 4,950 times.
  assert.ok(looks < 10 * uploads, `${looks} looks`);
  await Deno.remove(folder, { recursive: true });
});

async function namesIn(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  return names.sort();
}
