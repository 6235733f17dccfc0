import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import { backupEmbedded, openDatabase, restoreEmbedded, secureDataDir } from "@/lib/db/mod.ts";
import { emptyLocation, migratedLocation, type TestLocation } from "@/tests/helpers/db.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";
import { joined } from "@/tests/helpers/pictures.ts";
import { killAtEntry, run } from "@/tests/helpers/process.ts";

/** Number of times that a restore is killed; the full test run sets 20. */
const KILLS = Number(Deno.env.get("DB_KILLS") ?? 3);

async function systemIds(location: TestLocation): Promise<string[]> {
  await using database = await openDatabase(location);
  return (await loadCatalog(database.db)).systems.map(({ id }) => id);
}

async function seededLocation(id: string): Promise<TestLocation> {
  const location = await migratedLocation("embedded");
  await using database = await openDatabase(location);
  await seedCatalog(database, aCatalog({ systems: [aSystem(id)] }));
  return location;
}

Deno.test("restoreEmbedded() restores the database that backupEmbedded() copied (§9)", async () => {
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
  const broken = {
    "truncated": whole.subarray(0, whole.length / 2),
    foreign: new Uint8Array(9),
    "another archive": gzipSync("no folder of the engine"),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    const bad = `${dataDir}/bad`;
    await Deno.writeFile(bad, bytes);
    const restoring = restoreEmbedded({ dataDir, file: bad, force: true });
    await assert.rejects(restoring, { code: "file_unusable" }, name);
  }
  const bomb = gzipSync(joined("PG_VERSION", new Uint8Array(1 << 25)));
  await Deno.writeFile(`${dataDir}/bomb.gz`, bomb);
  await assert.rejects(restoreEmbedded({ dataDir, file: `${dataDir}/bomb.gz`, force: true }), {
    code: "file_unusable",
    message: /it is no backup of this service, as it unpacks to over 100 times its size$/,
  });
  await Deno.writeFile(`${dataDir}/text.gz`, gzipSync("PG_VERSION, but no folder of the engine"));
  await assert.rejects(restoreEmbedded({ dataDir, file: `${dataDir}/text.gz`, force: true }), {
    code: "folder_unusable",
    message: /^Cannot make .* from the backup: .*\. What was there is unchanged$/,
  });
  await assert.rejects(restoreEmbedded({ dataDir, file: `${dataDir}/none`, force: true }), {
    code: "file_unusable",
  });
  assert.deepEqual(await systemIds(other), ["original"], "an invalid backup replaces nothing");
});

Deno.test("backupEmbedded() and restoreEmbedded() refuse a database in use (§9)", async () => {
  await using location = await seededLocation("used");
  const { dataDir } = location;
  const file = `${dataDir}/copy.tar.gz`;
  await backupEmbedded({ dataDir, file });
  await using _open = await openDatabase(location);
  await assert.rejects(backupEmbedded({ dataDir, file: `${file}2` }), { code: "folder_in_use" });
  await assert.rejects(restoreEmbedded({ dataDir, file, force: true }), { code: "folder_in_use" });
});

Deno.test("backupEmbedded() fails when there is no database (§9)", async () => {
  await using location = await emptyLocation("embedded");
  const { dataDir } = location;
  await assert.rejects(backupEmbedded({ dataDir, file: `${dataDir}/copy.tar.gz` }), {
    code: "folder_unusable",
    message: /no database there$/,
  });
});

Deno.test("a restore that is killed at any point leaves the old database or the new one (§9)", async () => {
  await using location = await seededLocation("old");
  await using other = await seededLocation("new");
  const { dataDir } = location;
  const file = `${other.dataDir}/copy.tar.gz`;
  await backupEmbedded({ dataDir: other.dataDir, file });
  const restore = new URL("../../../lib/cli/restore.ts", import.meta.url);
  // Entries that a restore creates, in this order: the new database, and the old one under its temporary name.
  const entries = ["postgres.unfinished", "postgres.replaced"];
  const start = () =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", restore.pathname, file, "--force"],
      env: { DATA_DIR: dataDir, DATABASE_URL: "" },
      cwd: new URL("../../../", import.meta.url),
      stdout: "null",
    }).spawn();
  for (let round = 0; round < KILLS; round++) {
    const name = entries[round % entries.length] ?? "";
    const delayMs = round < entries.length ? 0 : Math.random() * 1_000;
    const { signal } = await killAtEntry(start, { folder: dataDir, name, delayMs });
    if (round === 0) assert.equal(signal, "SIGKILL", "the restore was not done yet");
    const [id = "nothing", ...rest] = await systemIds(location);
    assert.deepEqual(rest, []);
    assert.match(id, /^(old|new)$/);
    for (const name of entries) {
      await assert.rejects(Deno.stat(`${dataDir}/${name}`), Deno.errors.NotFound, name);
    }
  }
});

Deno.test("openDatabase() finishes a replacement that was interrupted between its two renames (§9)", async () => {
  await using location = await seededLocation("old");
  const folder = `${location.dataDir}/postgres`;
  await Deno.rename(folder, `${folder}.replaced`);
  assert.deepEqual(
    await systemIds(location),
    ["old"],
    "the old one is renamed back when there is no new one",
  );

  await Deno.rename(folder, `${folder}.replaced`);
  await backupEmbedded({ dataDir: location.dataDir, file: `${location.dataDir}/copy.tar.gz` });
  assert.deepEqual(await systemIds(location), ["old"], "a backup renames it back as well");

  await Deno.mkdir(`${folder}.replaced`);
  assert.deepEqual(await systemIds(location), ["old"]);
  await assert.rejects(Deno.stat(`${folder}.replaced`), Deno.errors.NotFound);
});

Deno.test("stored files are not accessible to other users of the machine (§5)", async () => {
  await using location = await seededLocation("private");
  const { dataDir } = location;
  const modeOf = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;
  await Deno.chmod(dataDir, 0o755);
  const file = `${dataDir}/copy.tar.gz`;
  const umask = Deno.umask(0);
  try {
    await backupEmbedded({ dataDir, file });
  } finally {
    Deno.umask(umask);
  }
  assert.equal(await modeOf(dataDir), 0o700, "the mode of the directory is corrected");
  assert.equal(await modeOf(file), 0o600);
  assert.equal(await modeOf(`${dataDir}/postgres.lock`), 0o600);
  const inner = `${dataDir}/made`;
  await secureDataDir(inner);
  assert.equal(await modeOf(inner), 0o700);
});

Deno.test("a command leaves no file that other users may access (§5)", async () => {
  await using location = await emptyLocation("embedded");
  const dataDir = `${location.dataDir}/data`;
  // The first creates the database, the second the key-value store.
  for (const command of ["lib/cli/migrate.ts", "lib/cli/purge.ts"]) {
    const { code, stderr } = await run(command, { env: { DATA_DIR: dataDir, DATABASE_URL: "" } });
    assert.equal(code, 0, stderr);
  }
  for (const path of await filesBelow(dataDir)) {
    // The engine makes its own caches accessible at each start, but their folders are not.
    if (path.endsWith("/pg_internal.init")) continue;
    const { mode } = await Deno.lstat(path);
    assert.equal((mode ?? 0) & 0o077, 0, path);
  }
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const lists = entries.map(async ({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? [path, ...await filesBelow(path)] : [path];
  });
  return (await Promise.all(lists)).flat();
}
