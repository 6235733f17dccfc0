/** Actions on the tags of the open asset. */
import { parseTagValue, tagValue } from "./labels.ts";
import { NOTHING_CHANGED, settle, settleKind } from "@/components/admin/settle.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import {
  type AssetRecord,
  type BulkOutcome,
  decideTags,
  type DecisionAction,
  type Tag,
  tagAssets,
  tagKey,
  type TagRef,
  untagAssets,
} from "@/lib/media/mod.ts";
import { findProjects, projectsCalled } from "@/lib/projects/mod.ts";
import {
  type Acting,
  type Again,
  again,
  type Answer,
  openAsset,
  panelHref,
  undoing,
} from "./answer.ts";

/** Adds the tag that was chosen from the list. */
export async function addTag(acting: Acting): Promise<Answer> {
  const tag = parseTagValue(acting.form.get("tag") ?? "");
  if (tag === null) return again(400, { tagError: "Choose a tag from the list" });
  return await onTags(acting, {
    act: tagAssets,
    tags: [tag],
    text: "The tag was added.",
    undo: "untag",
  });
}

/** Adds the tag of a project by its name: an exact match, else the only project that contains the words. */
export async function addProjectTag(acting: Acting): Promise<Answer> {
  const project = (acting.form.get("project") ?? "").replaceAll("\0", "").trim().slice(0, 100);
  if (project === "") return again(400, { tagError: "Enter a project’s name" });
  const { db } = acting.services;
  const exact = await projectsCalled(db, project);
  const [only, ...others] = exact.length > 0
    ? exact
    : await findProjects(db, { q: project, limit: 2 });
  if (only === undefined || others.length > 0) {
    const tagError = only === undefined
      ? `No project is called “${project}”`
      : exact.length > 0
      ? `Several projects are called “${project}”. Open the one you mean, and add the picture there`
      : "Several projects match. Choose one from the list";
    return again(400, { tagError, project });
  }
  const tag = { type: "project", ref: only.uuid } as const;
  return await onTags(acting, {
    act: tagAssets,
    tags: [tag],
    text: `Tagged with ${only.name}.`,
    undo: "untag",
  });
}

/** Removes a tag. */
export function removeTag(acting: Acting): Promise<Answer> {
  return onTags(acting, {
    act: untagAssets,
    tags: tagsOf(acting),
    text: "The tag was removed.",
    undo: "tag",
  });
}

/** Decisions about tags, by their `intent`. The last two turn a decided tag back into a proposal. */
export const TAG_DECISIONS = {
  "accept-tag": decision({ act: "accept", done: "accepted", undo: "unaccept-tag" }),
  "reject-tag": decision({ act: "reject", done: "rejected", undo: "unreject-tag" }),
  "unaccept-tag": decision({ act: "unaccept", done: "put back for review" }),
  "unreject-tag": decision({ act: "unreject", done: "put back for review" }),
} as const;

interface Decision {
  readonly act: DecisionAction;
  readonly done: string;
  /** The action that takes it back. */
  readonly undo?: string;
}

function decision(
  { act, done: verb, undo: intent }: Decision,
): (acting: Acting) => Promise<Answer> {
  return async (acting) => {
    const { id } = await openAsset(acting);
    const { services: { db }, by } = acting;
    const tags = tagsOf(acting);
    const outcome = await decideTags(db, { by, id, tags, action: act });
    const what = tags.length === 1 ? "The tag was" : `${tags.length} tags were`;
    return await settle<AssetRecord, Answer>(outcome, {
      href: panelHref(acting),
      changed({ before }) {
        const decided = tags.filter((tag) => stateOf(before, tag) === "proposed").map(tagValue);
        const undo = intent && undoing(acting, { intent, tag: decided });
        return { tone: "positive", text: `${what} ${verb}.`, ...(undo && { undo }) };
      },
      invalid: wrongTag,
      missing: () => NOTHING_CHANGED,
    });
  };
}

function stateOf(asset: AssetRecord | null, tag: TagRef): Tag["state"] | undefined {
  return asset?.tags.find((other) => tagKey(other) === tagKey(tag))?.state;
}

/** Shows the tags again with their errors. */
function wrongTag(fields: FieldErrors): Again {
  return again(400, { tagError: Object.values(fields).join(". ") });
}

/** @throws {AppError} `invalid` without a tag, or with a malformed one: our own forms send neither. */
function tagsOf({ form }: Acting): TagRef[] {
  const tags = form.getAll("tag").slice(0, MOST_TAGS).map(parseTagValue);
  const named = tags.filter((tag) => tag !== null);
  if (named.length === 0 || named.length < tags.length) {
    throw new AppError("invalid", "The form names no tag");
  }
  return named;
}

/** Maximum number of tags in one form. */
const MOST_TAGS = 200;

interface TagChange {
  readonly act: typeof tagAssets;
  readonly tags: readonly TagRef[];
  readonly text: string;
  /** The action that takes it back. */
  readonly undo: "tag" | "untag";
}

async function onTags(
  acting: Acting,
  { act, tags, text, undo: intent }: TagChange,
): Promise<Answer> {
  const { services: { db }, by } = acting;
  const asset = await openAsset(acting);
  const outcome = await act(db, { by, ids: [asset.id], tags });
  return await settleKind<BulkOutcome, Answer>(outcome, panelHref(acting), {
    invalid: ({ fields }) => wrongTag(fields),
    done({ changed }) {
      const [tag] = tags;
      if (changed === 0 || tag === undefined) return NOTHING_CHANGED;
      // Removing the tag would reject the proposal, so undo restores it instead.
      const taken = stateOf(asset, tag) === "proposed" ? "unaccept-tag" : intent;
      const undo = undoing(acting, { intent: taken, tag: tagValue(tag) });
      return { tone: "positive", text, undo };
    },
  });
}
