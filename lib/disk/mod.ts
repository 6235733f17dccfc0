/** The disk: the room that is left on it, and the errors that say it is full. Imports nothing of the project. */
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];
/** The system's messages, which libraries quote in errors without a code. */
const WORDS = /no space left on device|disk quota exceeded/i;

/** Whether an error says that the disk is full or its quota used up, by its code or by its message. Not by its cause. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return "code" in error && CODES.includes(error.code) ||
    "message" in error && typeof error.message === "string" && WORDS.test(error.message);
}

/** Returns the free bytes for a normal user on the disk of a folder, or of its nearest existing parent. */
export async function readFreeBytes(folder: string): Promise<number> {
  const path = resolve(folder);
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (error) {
    if (dirname(path) === path) throw error;
    return await readFreeBytes(dirname(path));
  }
}
