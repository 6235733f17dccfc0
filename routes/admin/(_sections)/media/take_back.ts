/** Undo of bulk changes to pictures. */
import { counted } from "@/components/ui/counted.ts";
import { settleKind } from "@/components/admin/settle.ts";
import { AppError } from "@/lib/http/mod.ts";
import { type BulkOutcome, takeBackChanges } from "@/lib/media/mod.ts";
import type { Author } from "@/lib/records/mod.ts";
import type { Services } from "@/lib/services.ts";
import type { Flash, Undo } from "@/lib/staff/mod.ts";

/** The `intent` of the undo form. */
export const TAKE_BACK = "take-back";

/** Returns the form that takes back the changes of this request. `action` is a page that calls {@linkcode takeBack}. */
export function undoOf({ requestId }: Author, action: string): { undo?: Undo } {
  if (requestId === null) return {};
  return { undo: { action, fields: { intent: TAKE_BACK, request: requestId } } };
}

interface TakingBack {
  readonly by: Author;
  /** Request id from the undo form. */
  readonly request: string | null;
  /** The page to return to, which can undo this undo; an address without a fragment. */
  readonly href: string;
}

/**
 * Takes back the changes that one request made to pictures, and flashes how many were restored.
 *
 * @throws {AppError} `conflict` when the changes cannot be taken back at all.
 */
export async function takeBack(
  { db }: Pick<Services, "db">,
  { by, request, href }: TakingBack,
): Promise<Response> {
  const outcome = await takeBackChanges(db, { by, requestId: request ?? "" });
  return await settleKind<BulkOutcome>(outcome, href, {
    invalid() {
      throw new AppError("conflict");
    },
    done: (result) => ({ ...said(result), ...(result.changed > 0 && undoOf(by, href)) }),
  });
}

function said(outcome: Done): Flash {
  const { changed, unchanged, missing } = outcome;
  if (changed === 0) return { tone: "info", text: "There was nothing to take back." };
  const left = `${counted(unchanged, "picture")} changed since and ${was(unchanged)} left alone.`;
  return {
    tone: unchanged + missing > 0 ? "warning" : "positive",
    text: inSentences(outcome, { done: "restored", left }),
  };
}

type Done = Extract<BulkOutcome, { kind: "done" }>;

/** Formats how many pictures were changed, left as they were, and not found. */
export function inSentences(
  { changed, unchanged, missing }: Done,
  { done, left }: { readonly done: string; readonly left: string },
): string {
  return [
    changed > 0 && `${counted(changed, "picture")} ${was(changed)} ${done}.`,
    unchanged > 0 && left,
    missing > 0 && `${counted(missing, "picture")} no longer exist${missing === 1 ? "s" : ""}.`,
  ].filter((text) => text).join(" ");
}

function was(count: number): string {
  return count === 1 ? "was" : "were";
}
