/** Writing so that neither a killed process nor a power cut leaves half of it. */

/** Asks the disk to keep a folder, with all that is in it, and waits until it does. */
export async function syncFolder(folder: string): Promise<void> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) await syncFolder(`${folder}/${name}`);
    else if (isFile) await sync(`${folder}/${name}`);
  }
  await sync(folder);
}

/** Asks the disk to keep a file, or the names in a folder, and waits until it does. */
export async function sync(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

/** Writes a new file that its owner alone may read, and waits until the disk keeps it. */
export async function writeDurably(path: string, contents: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  let rest = contents;
  while (rest.length > 0) rest = rest.subarray(await file.write(rest));
  await file.sync();
}
