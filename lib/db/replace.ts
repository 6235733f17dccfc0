/** Putting one folder in the place of another, so that at every moment one of them is whole. */
import { dirname } from "node:path";
import { sync, syncFolder } from "./durable.ts";

/** Where the former folder is, while the new one takes its place. */
export function formerOf(folder: string): string {
  return `${folder}.replaced`;
}

/**
 * Puts `next` in the place of `folder`, which need not exist. Ended at any point, it leaves the former folder
 * or the new one, once `finishReplacing` was called.
 */
export async function replaceFolder(folder: string, next: string): Promise<void> {
  await syncFolder(next);
  if (await isThere(folder)) await Deno.rename(folder, formerOf(folder));
  await Deno.rename(next, folder);
  await sync(dirname(folder));
  await finishReplacing(folder);
}

/** Ends what a killed process has begun: the former folder is put back where there is no new one, or removed. */
export async function finishReplacing(folder: string): Promise<void> {
  const former = formerOf(folder);
  if (!await isThere(former)) return;
  if (await isThere(folder)) await Deno.remove(former, { recursive: true });
  else {
    await Deno.rename(former, folder);
    await sync(dirname(folder));
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
