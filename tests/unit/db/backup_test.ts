import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { seedCatalog } from "../../../lib/catalog/mod.ts";
import { loadCatalog } from "../../../lib/catalog/store.ts";
import { backupEmbedded, openDatabase, restoreEmbedded } from "../../../lib/db/mod.ts";
import {
  disposable,
  emptyLocation,
  migratedLocation,
  type TestLocation,
} from "../../helpers/db.ts";
import { aCatalog, aSystem } from "../../helpers/factories.ts";

async function systemIds(location: TestLocation): Promise<string[]> {
  await using database = disposable(await openDatabase(location));
  return (await loadCatalog(database.db)).systems.map(({ id }) => id);
}

async function seededLocation(id: string): Promise<TestLocation> {
  const location = await migratedLocation("embedded");
  await using database = disposable(await openDatabase(location));
  await seedCatalog(database, aCatalog({ systems: [aSystem(id)] }));
  return location;
}

Deno.test("restoreEmbedded() makes the database that backupEmbedded() copied (§9)", async () => {
  await using original = await seededLocation("original");
  await using other = await seededLocation("other");
  await using fresh = await emptyLocation("embedded");
  const file = `${original.dataDir}/copy.tar.gz`;
  await backupEmbedded({ dataDir: original.dataDir, file });
  await assert.rejects(backupEmbedded({ dataDir: original.dataDir, file }), {
    code: "file_unusable",
    message: /copy\.tar\.gz": it exists$/,
  });

  await restoreEmbedded({ dataDir: `${fresh.dataDir}/new`, file, force: false });
  assert.deepEqual(await systemIds({ ...fresh, dataDir: `${fresh.dataDir}/new` }), ["original"]);

  const { dataDir } = other;
  await assert.rejects(restoreEmbedded({ dataDir, file, force: false }), {
    code: "folder_not_empty",
    message: /--force/,
  });
  assert.deepEqual(await systemIds(other), ["other"]);
  await restoreEmbedded({ dataDir, file, force: true });
  assert.deepEqual(await systemIds(other), ["original"]);

  const whole = await Deno.readFile(file);
  const broken = { "cut short": whole.subarray(0, whole.length / 2), foreign: new Uint8Array(9) };
  for (const [what, bytes] of Object.entries(broken)) {
    const bad = `${dataDir}/bad`;
    await Deno.writeFile(bad, bytes);
    const restoring = restoreEmbedded({ dataDir, file: bad, force: true });
    await assert.rejects(restoring, { code: "file_unusable" }, what);
  }
  await Deno.writeFile(`${dataDir}/text.gz`, gzipSync("no folder of the engine"));
  await assert.rejects(restoreEmbedded({ dataDir, file: `${dataDir}/text.gz`, force: true }), {
    code: "folder_unusable",
    message: /^Cannot make .* from the backup/,
  });
  await assert.rejects(restoreEmbedded({ dataDir, file: `${dataDir}/none`, force: true }), {
    code: "file_unusable",
  });
  assert.deepEqual(await systemIds(other), ["original"], "what is no backup replaces nothing");
});

Deno.test("backupEmbedded() and restoreEmbedded() refuse a database in use (§9)", async () => {
  await using location = await seededLocation("used");
  const { dataDir } = location;
  const file = `${dataDir}/copy.tar.gz`;
  await backupEmbedded({ dataDir, file });
  await using _open = disposable(await openDatabase(location));
  await assert.rejects(backupEmbedded({ dataDir, file: `${file}2` }), { code: "folder_in_use" });
  await assert.rejects(restoreEmbedded({ dataDir, file, force: true }), { code: "folder_in_use" });
});

Deno.test("backupEmbedded() says when there is nothing to back up (§9)", async () => {
  await using location = await emptyLocation("embedded");
  const { dataDir } = location;
  await assert.rejects(backupEmbedded({ dataDir, file: `${dataDir}/copy.tar.gz` }), {
    code: "folder_unusable",
    message: /no database there$/,
  });
});
