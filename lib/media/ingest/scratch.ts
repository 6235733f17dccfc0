/** Folders for files on their way in; each is gone when its work is done. */

/** What a crash has left behind is removed after so long. */
const LEFT_AFTER_MS = 60 * 60_000;

/** Gives work a new folder below `folder`, and removes it afterwards whatever has happened. */
export async function withScratch<T>(
  folder: string,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  await Deno.mkdir(folder, { recursive: true });
  await sweep(folder);
  const scratch = await Deno.makeTempDir({ dir: folder });
  try {
    return await work(scratch);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** The files are private to this service, so what is old belongs to nobody. */
async function sweep(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const { mtime } = await Deno.stat(path).catch(() => ({ mtime: null }));
    if (mtime === null || Date.now() - mtime.getTime() < LEFT_AFTER_MS) continue;
    // Another process may have removed it first.
    await Deno.remove(path, { recursive: true }).catch(() => {});
  }
}
