/** Replaces a folder by another one in a crash-safe way: at every moment one of them is complete. */
import { dirname } from "node:path";
import { sync, syncFolder } from "./durable.ts";

/** Returns the temporary path of the old folder during a replacement. */
export function formerOf(folder: string): string {
  return `${folder}.replaced`;
}

/** Returns the temporary path of a new folder until it is complete. */
export function unfinishedOf(folder: string): string {
  return `${folder}.unfinished`;
}

/**
 * Replaces `folder`, which need not exist, by `next`. After a crash at any point, `finishReplacing` restores either the
 * old or the new folder.
 */
export async function replaceFolder(folder: string, next: string): Promise<void> {
  await syncFolder(next);
  if (await isThere(folder)) await Deno.rename(folder, formerOf(folder));
  await Deno.rename(next, folder);
  await sync(dirname(folder));
  await finishReplacing(folder);
}

/**
 * Completes a replacement that a killed process started: removes an incomplete new folder, and removes the old folder,
 * or restores it if there is no new one.
 */
export async function finishReplacing(folder: string): Promise<void> {
  const unfinished = unfinishedOf(folder);
  if (await isThere(unfinished)) await Deno.remove(unfinished, { recursive: true });
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
