/** What staff do to the asset that is open. */
import { nameOf } from "../../../../components/admin/media/Tile.tsx";
import { opened } from "../../../../components/admin/media/screen.ts";
import { parseTagValue } from "../../../../components/admin/media/words.ts";
import { type ChangeOutcome, readRecord } from "../../../../lib/admin/mod.ts";
import { AppError } from "../../../../lib/http/mod.ts";
import {
  assetEntity,
  type AssetRecord,
  type BulkOutcome,
  decideTags,
  findGroupByName,
  groupAssets,
  groupName,
  retryImport,
  saveAsset,
  tagAssets,
  type TagRef,
  untagAssets,
} from "../../../../lib/media/mod.ts";
import { findProjects } from "../../../../lib/projects/mod.ts";
import { type Acting, type Answer, NOTHING } from "./answer.ts";
import { type AssetFields, assetFormOf, checkAssetForm } from "./asset_form.ts";
import { differences } from "./differences.ts";

/** @throws {AppError} `invalid` where no asset is open, `not_found` where it is gone. */
async function openAsset({ services, screen }: Acting): Promise<AssetRecord> {
  if (screen.asset === null) throw new AppError("invalid", "The address names no picture");
  const stored = await readRecord(services.db, assetEntity, screen.asset);
  if (stored === null) throw new AppError("not_found");
  return stored.record;
}

/** Saves what the form says of the asset. */
export async function save(acting: Acting): Promise<Answer> {
  const { services: { db }, by, form } = acting;
  const asset = await openAsset(acting);
  const typed = assetFormOf(form);
  const version = form.get("version") ?? "";
  const checked = checkAssetForm(form);
  if (!checked.ok) return again(400, { form: typed, version, errors: checked.fields });
  const { value } = checked;
  const known = value.group === null
    ? null
    : await findGroupByName(db, value.group, asset.shotGroupId);
  // A new group is made once the rest is saved, so that what is refused makes none.
  const shotGroupId = value.group !== null && known === null ? asset.shotGroupId : known;
  const outcome = await saveAsset(db, {
    by,
    id: asset.id,
    version,
    edit: editOf(value, asset, shotGroupId),
  });
  const isNew = value.group !== null && known === null;
  switch (outcome.kind) {
    case "changed":
    case "unchanged":
      if (isNew && value.group !== null) {
        await groupAssets(db, { by, ids: [asset.id], group: { name: value.group } });
        return saved(acting, outcome);
      }
      return outcome.kind === "changed" ? saved(acting, outcome) : done(acting, NOTHING);
    case "invalid":
      return again(400, { form: typed, version, errors: outcome.fields });
    case "conflict": {
      const theirGroup = await groupName(db, outcome.current.shotGroupId);
      const conflict = differences(value, outcome.current, theirGroup);
      return again(409, { form: typed, version: outcome.version, conflict });
    }
    case "missing":
    case "taken":
      throw new AppError("not_found");
  }
}

function editOf(value: AssetFields, asset: AssetRecord, shotGroupId: string | null) {
  // The form rounds; a point that nobody has moved stays where it is.
  const share = (next: number, stored: number) => Math.abs(next - stored) < 0.0006 ? stored : next;
  return {
    title: value.title,
    altText: value.alt,
    focalX: share(value.focalX, asset.focalX),
    focalY: share(value.focalY, asset.focalY),
    shotGroupId,
  };
}

function saved(acting: Acting, outcome: ChangeOutcome<AssetRecord>): Answer {
  const record = "record" in outcome ? outcome.record : null;
  const name = record === null ? "The picture" : nameOf(record);
  return done(acting, { tone: "positive", text: `${name} was saved.` });
}

/** Adds a tag from the list. */
export async function addTag(acting: Acting): Promise<Answer> {
  const tag = parseTagValue(acting.form.get("tag") ?? "");
  if (tag === null) return again(400, { tagError: "Choose a tag from the list" });
  return await onTags(acting, { act: tagAssets, tag, text: "The tag was added." });
}

/** Adds the tag of a project, by its name. */
export async function addProjectTag(acting: Acting): Promise<Answer> {
  const project = (acting.form.get("project") ?? "").replaceAll("\0", "").trim().slice(0, 100);
  if (project === "") return again(400, { tagError: "Enter a project's name" });
  const found = await findProjects(acting.services.db, { q: project, limit: 12 });
  const exact = found.filter(({ name }) => name.toLowerCase() === project.toLowerCase());
  const [only, ...others] = exact.length > 0 ? exact : found;
  if (only === undefined || others.length > 0) {
    const tagError = only === undefined
      ? `No project is called “${project}”`
      : "Several projects have these words. Choose one of the list";
    return again(400, { tagError, project });
  }
  const tag = { type: "project", ref: only.uuid } as const;
  return await onTags(acting, { act: tagAssets, tag, text: `Tagged with ${only.name}.` });
}

/** Takes a tag away. */
export function removeTag(acting: Acting): Promise<Answer> {
  return onTags(acting, { act: untagAssets, tag: tagOf(acting), text: "The tag was removed." });
}

/** Accepts a proposed tag. */
export function acceptTag(acting: Acting): Promise<Answer> {
  return decide(acting, { act: "accept", text: "The tag was accepted." });
}

/** Rejects a proposed tag. */
export function rejectTag(acting: Acting): Promise<Answer> {
  return decide(acting, { act: "reject", text: "The tag was rejected." });
}

async function decide(
  acting: Acting,
  { act, text }: { act: "accept" | "reject"; text: string },
): Promise<Answer> {
  const { id } = await openAsset(acting);
  const { services: { db }, by } = acting;
  const outcome = await decideTags(db, { by, id, tags: [tagOf(acting)], act });
  if (outcome.kind === "invalid") {
    return again(400, { tagError: Object.values(outcome.fields).join(". ") });
  }
  return done(acting, outcome.kind === "changed" ? { tone: "positive", text } : NOTHING);
}

/** @throws {AppError} `invalid` for what no form of ours sends. */
function tagOf({ form }: Acting): TagRef {
  const tag = parseTagValue(form.get("tag") ?? "");
  if (tag === null) throw new AppError("invalid", "The form names no tag");
  return tag;
}

interface TagAct {
  readonly act: typeof tagAssets;
  readonly tag: TagRef;
  readonly text: string;
}

async function onTags(acting: Acting, { act, tag, text }: TagAct): Promise<Answer> {
  const { services: { db }, by } = acting;
  const { id } = await openAsset(acting);
  const outcome: BulkOutcome = await act(db, { by, ids: [id], tags: [tag] });
  if (outcome.kind === "invalid") {
    return again(400, { tagError: Object.values(outcome.fields).join(". ") });
  }
  return done(acting, outcome.changed > 0 ? { tone: "positive", text } : NOTHING);
}

/** Tries to import the original once more. */
export async function retry(acting: Acting): Promise<Answer> {
  const { services: { db, fetchPublic, config, now } } = acting;
  const { id } = await openAsset(acting);
  const { hosts, uploadFolder: folder } = config.media;
  const outcome = await retryImport({ db, fetchPublic, hosts, folder, now }, id);
  switch (outcome.kind) {
    case "imported":
    case "present":
      return done(acting, { tone: "positive", text: "The original was imported." });
    case "missing":
      return done(acting, { tone: "warning", text: "It names no address to import it from." });
    case "busy":
      return done(acting, { tone: "warning", text: "Many are being imported. Try again soon." });
    case "failed":
      return done(acting, { tone: "warning", text: `It failed again. ${outcome.message}` });
  }
}

function done({ screen }: Acting, flash: Extract<Answer, { kind: "done" }>["flash"]): Answer {
  return { kind: "done", href: screen.asset === null ? "" : opened(screen, screen.asset), flash };
}

function again(
  status: 400 | 409,
  panel: NonNullable<Extract<Answer, { kind: "again" }>["shown"]["panel"]>,
): Answer {
  return { kind: "again", status, shown: { panel } };
}
