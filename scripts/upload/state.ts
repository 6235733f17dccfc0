/** The states of the files of an upload. Pure. */
import { type Fate, formatFates } from "../../routes/admin/(_sections)/media_upload/summary.ts";

/** Where a file is: on its way, or what became of it. */
export type JobState = "waiting" | "sending" | "reading" | Fate;

/** Whether a file is still on its way. */
export function isActive(state: JobState): boolean {
  return state === "waiting" || state === "sending" || state === "reading";
}

/** "3 of 5 done, 2 added, 1 failed." */
export function formatProgress(states: readonly JobState[]): string {
  const done = states.filter((state) => !isActive(state));
  return [`${done.length} of ${states.length} done`, formatFates(done)]
    .filter((text) => text !== "").join(", ") + ".";
}

/** What the service answers about a file. */
export interface UploadAnswer {
  readonly id?: string;
  readonly outcome?: "stored" | "duplicate";
  readonly filename?: string;
  readonly alt?: string;
  readonly href?: string;
  readonly thumbnail?: string;
  /** How many descriptions were saved. */
  readonly saved?: number;
  readonly error?: { readonly message?: string; readonly retryable?: boolean };
}

/** Reads an answer; one that is no JSON says nothing. */
export function parseAnswer(text: string): UploadAnswer {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** What an answer that took no file means for it: try again, or never. */
export function failureOf(
  status: number,
  { error }: UploadAnswer,
): { readonly state: "failed" | "refused"; readonly message: string } {
  if (status < 400 || status >= 500 || error?.retryable) {
    return { state: "failed", message: error?.message ?? "The service failed to answer." };
  }
  return { state: "refused", message: error?.message ?? "It was refused." };
}
