/** Actions on the tags of the open asset. */
import { counted } from "@/components/ui/counted.ts";
import { NOTHING_CHANGED, settle, settleKind } from "@/components/admin/settle.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import {
  type AssetRecord,
  type BulkOutcome,
  decideTags,
  type DecisionAction,
  tagAssets,
  tagKey,
  type TagRef,
  untagAssets,
} from "@/lib/media/mod.ts";
import type { Services } from "@/lib/services.ts";
import { type Acting, again, openAsset, panelHref, undoing } from "./acting.ts";
import { parseTagValue, tagValue } from "./labels.ts";
import { tagMeant, tagNamer } from "./tags.ts";

/** Adds the tag that the form names. */
export async function addTag(acting: Acting): Promise<Response> {
  const tag = await tagMeant(acting.ctx.state.services, acting.form.get("tag"));
  if (typeof tag === "string") return await refuse(acting, tag);
  return await onTag(acting, { act: tagAssets, tag, text: "The tag was added.", undo: "untag" });
}

/** Removes a tag. */
export async function removeTag(acting: Acting): Promise<Response> {
  const tags = tagsOf(acting.form, 1);
  if (typeof tags === "string") return await refuse(acting, tags);
  const [tag] = tags;
  return await onTag(acting, { act: untagAssets, tag, text: "The tag was removed.", undo: "tag" });
}

/** The start of the flash after each decision, and the decision that undoes it. */
export const DECISIONS: Readonly<Record<DecisionAction, { done: string; undo?: DecisionAction }>> =
  {
    accept: { done: "Accepted", undo: "unaccept" },
    reject: { done: "Rejected", undo: "unreject" },
    unaccept: { done: "Put back for review:" },
    unreject: { done: "Put back for review:" },
  };

/** Whether a form decides about tags. */
export function isDecision(intent: string): intent is DecisionAction {
  return Object.hasOwn(DECISIONS, intent);
}

/** Describes a decision: "Accepted “Oak veneer”", "Rejected 3 tags". */
export async function decidedText(
  services: Pick<Services, "db" | "catalog">,
  action: DecisionAction,
  tags: readonly [TagRef, ...TagRef[]],
): Promise<string> {
  const nameOf = await tagNamer(services, tags);
  const what = tags.length === 1 ? `“${nameOf(tags[0])}”` : counted(tags.length, "tag");
  return `${DECISIONS[action].done} ${what}`;
}

/** Decides about proposed tags. */
export async function decide(acting: Acting, action: DecisionAction): Promise<Response> {
  const { ctx: { state: { services } }, by } = acting;
  const { id } = await openAsset(acting);
  const tags = tagsOf(acting.form);
  if (typeof tags === "string") return await refuse(acting, tags);
  return await settle(await decideTags(services.db, { by, id, tags, action }), {
    href: panelHref(acting),
    async changed({ before }) {
      const decided = tags.filter((tag) => isProposed(before, tag)).map(tagValue);
      const { undo: intent } = DECISIONS[action];
      const undo = intent && undoing(acting, { intent, tag: decided });
      const text = `${await decidedText(services, action, tags)}.`;
      return { tone: "positive", text, ...(undo && { undo }) };
    },
    invalid: (fields) => refuse(acting, fields),
    missing: () => NOTHING_CHANGED,
  });
}

function isProposed(asset: AssetRecord | null, tag: TagRef): boolean {
  const stored = asset?.tags.find((other) => tagKey(other) === tagKey(tag));
  return stored?.state === "proposed";
}

/** Shows the panel again and why nothing was changed. */
function refuse(acting: Acting, why: string | FieldErrors): Promise<Response> {
  const error = typeof why === "string" ? why : Object.values(why).join(". ");
  return again(acting, 400, { tag: { text: acting.form.get("tag") ?? "", error } });
}

/** Returns the tags that a form names by their values, or why it is refused: with none, a malformed one or too many. */
export function tagsOf(form: URLSearchParams, most = 200): [TagRef, ...TagRef[]] | string {
  const [first = null, ...others] = form.getAll("tag").map(parseTagValue);
  const named = others.filter((tag) => tag !== null);
  if (first === null || named.length < others.length) return "The form names no tag";
  return others.length < most
    ? [first, ...named]
    : `Choose at most ${counted(most, "tag")} at once`;
}

interface TagChange {
  readonly act: typeof tagAssets;
  readonly tag: TagRef;
  readonly text: string;
  /** The action that takes it back. */
  readonly undo: "tag" | "untag";
}

async function onTag(
  acting: Acting,
  { act, tag, text, undo: intent }: TagChange,
): Promise<Response> {
  const { ctx: { state: { services: { db } } }, by } = acting;
  const asset = await openAsset(acting);
  const outcome = await act(db, { by, ids: [asset.id], tags: [tag] });
  return await settleKind<BulkOutcome>(outcome, panelHref(acting), {
    invalid: ({ fields }) => refuse(acting, fields),
    done({ changed }) {
      if (changed === 0) return NOTHING_CHANGED;
      // Removing the tag would reject the proposal, so undo restores it instead.
      const taken = isProposed(asset, tag) ? "unaccept" : intent;
      return {
        tone: "positive",
        text,
        undo: undoing(acting, { intent: taken, tag: tagValue(tag) }),
      };
    },
  });
}
