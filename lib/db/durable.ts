/** Durable writes (fsync) that survive a killed process and a power cut. */

/** Flushes a folder and all files in it to disk. */
export async function syncFolder(folder: string): Promise<void> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) await syncFolder(`${folder}/${name}`);
    else if (isFile) await sync(`${folder}/${name}`);
  }
  await sync(folder);
}

/** Flushes a file, or the entries of a folder, to disk. */
export async function sync(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

/** Writes a new file with mode 0600 and flushes it to disk. */
export async function writeDurably(path: string, contents: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  let rest = contents;
  while (rest.length > 0) rest = rest.subarray(await file.write(rest));
  await file.sync();
}
