/** The states of the files of an upload. Pure. */
import type { TakenView } from "@/routes/admin/(_sections)/media_upload/results.ts";
import { type Fate, formatFates } from "@/routes/admin/(_sections)/media_upload/summary.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** State of a file: in progress, or its outcome. */
export type JobState = "waiting" | "sending" | "reading" | Fate;

/** Whether a file is still in progress. */
export function isActive(state: JobState): boolean {
  return state === "waiting" || state === "sending" || state === "reading";
}

/** Formats the progress, such as "3 of 5 done, 2 added, 1 failed." */
export function formatProgress(states: readonly JobState[]): string {
  const done = states.filter((state) => !isActive(state));
  return [`${formatCount(done.length)} of ${formatCount(states.length)} done`, formatFates(done)]
    .filter((text) => text !== "").join(", ") + ".";
}

/** The server's response to an uploaded file, or to a description. */
export interface UploadAnswer extends Partial<TakenView> {
  /** Number of descriptions saved. */
  readonly saved?: number;
  readonly error?: { readonly message?: string; readonly retryable?: boolean };
}

/** Parses a response. Returns an empty object when it is not JSON. */
export function parseAnswer(text: string): UploadAnswer {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const SIGNED_OUT = "You are no longer signed in. Open this page in another tab, then try again.";

/** Classifies an unsuccessful response: `failed` may be retried, `refused` may not. */
export function failureOf(
  status: number,
  { error }: UploadAnswer,
): { readonly state: "failed" | "refused"; readonly message: string } {
  if (status === 401) return { state: "failed", message: SIGNED_OUT };
  if (status < 400 || status >= 500 || error?.retryable) {
    return { state: "failed", message: error?.message ?? "The service failed to answer." };
  }
  return { state: "refused", message: error?.message ?? "It was refused." };
}

/** Returns what to say about the response to a description; null when it was saved. */
export function descriptionFailure(status: number, { saved, error }: UploadAnswer): string | null {
  if (saved === 1) return null;
  if (saved === 0) return "The alt text was not saved: the picture is gone.";
  if (status === 401) return SIGNED_OUT;
  return error?.message ?? "The alt text could not be saved. Try again.";
}
