/** The actions that only documents have. */
import { recordHref } from "@/components/hrefs/admin.ts";
import type { Flash } from "@/lib/staff/mod.ts";
import { Id } from "@/lib/catalog/mod.ts";
import { checkLink, findItem, restoreItem, supersedeItem } from "@/lib/corpus/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { backTo, NOTHING_CHANGED, settle, settleKind } from "@/components/admin/settle.ts";
import type { RecordAction } from "@/components/admin/record/define.ts";

/** Handles restore, supersede and check-link; returns null for any other intent. */
export async function handleItem(ctx: Ctx, asked: RecordAction): Promise<Response | null> {
  switch (asked.intent) {
    case "restore":
      return await restore(ctx, asked);
    case "supersede":
      return await supersede(ctx, asked);
    case "check-link":
      return await check(ctx, asked);
    default:
      return null;
  }
}

async function restore(ctx: Ctx, { id, by }: RecordAction): Promise<Response> {
  const { db } = ctx.state.services;
  const restored = await restoreItem(db, { id, by });
  const action = recordHref("corpus", id);
  return await settleKind(restored, action, {
    unchanged: () => NOTHING_CHANGED,
    missing() {
      throw new AppError("not_found");
    },
    changed({ title, before, formerSuccessor, replaced }) {
      if (replaced !== null) {
        return {
          tone: "positive",
          text: `${title}: this version is now the current one and replaces the earlier one.`,
          undo: { action: recordHref("corpus", replaced), fields: { intent: "restore" } },
        };
      }
      const undo = before === "superseded" && formerSuccessor !== null
        ? { intent: "supersede", successor: formerSuccessor }
        : { intent: "retire" };
      return { tone: "positive", text: `${title} was restored.`, undo: { action, fields: undo } };
    },
  });
}

async function supersede(ctx: Ctx, { id, by, form }: RecordAction): Promise<Response> {
  const { db } = ctx.state.services;
  const successorId = Id.safeParse(form.get("successor")).data;
  if (successorId === undefined) throw new AppError("invalid", "The form names no document");
  const action = recordHref("corpus", id);
  return await settle(await supersedeItem(db, { id, by, successorId }), {
    href: action,
    async changed({ record }) {
      const successor = await findItem(db, successorId);
      return {
        tone: "positive",
        text: `${successor?.title ?? successorId} now supersedes ${record?.title}.`,
        undo: { action, fields: { intent: "restore" } },
      };
    },
    invalid(fields) {
      throw new AppError("conflict", Object.values(fields).join(". "));
    },
    conflict() {
      throw new AppError("not_found");
    },
  });
}

const FOUND: Readonly<Record<string, { readonly tone: Flash["tone"]; readonly text: string }>> = {
  live: { tone: "positive", text: "The link is live." },
  dead: { tone: "warning", text: "The link is dead, so quotes do not link there." },
  unchecked: { tone: "info", text: "We could not find out whether the link is live." },
};

async function check(ctx: Ctx, { id, by }: RecordAction): Promise<Response> {
  const { db, fetchPublic: fetch, now } = ctx.state.services;
  const found = await checkLink({ db, fetch, now, by }, id);
  const location = `${recordHref("corpus", id)}#link`;
  if (found === null) {
    if (await findItem(db, id) === null) throw new AppError("not_found");
    return backTo(location, { tone: "info", text: "This document has no link to check." });
  }
  const { status, note } = found;
  // A note on a live link: it was not fetched, or it answered in an unusual way.
  if (status === "live" && note) return backTo(location, { tone: "info", text: `${note}.` });
  const { tone, text } = FOUND[status] ?? NOTHING_CHANGED;
  return backTo(location, { tone, text: note ? `${text} ${note}.` : text });
}
