/** Temporary folders for files that are being ingested. */

/** Age after which a folder left behind by a crash is removed. */
const LEFT_AFTER_MS = 60 * 60_000;

/**
 * Runs `work` with a new folder below `folder` and removes that afterwards, also on failure. Removes folders that
 * crashed processes left there more than an hour ago.
 */
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

/** Removes stale entries. Only this service writes to the folder, so an old one is in nobody's use. */
async function sweep(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const { mtime } = await Deno.stat(path).catch(() => ({ mtime: null }));
    if (mtime === null || Date.now() - mtime.getTime() < LEFT_AFTER_MS) continue;
    // Another process may have removed it first.
    await Deno.remove(path, { recursive: true }).catch(() => {});
  }
}
