/** Recognises the operating system's errors of a full disk. */

const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];
/** The system's messages, which libraries quote in errors without a code. */
const WORDS = /no space left on device|disk quota exceeded/i;

/** Whether an error says that the disk is full or its quota used up, by its code or by its message. Not by its cause. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return "code" in error && CODES.includes(error.code) ||
    "message" in error && typeof error.message === "string" && WORDS.test(error.message);
}
