/** Actions on the uses of the open asset, and the retry of its import. */
import { namesOfAssets } from "@/components/admin/media_picker/read_view.ts";
import { withQuery } from "@/components/admin/list_query.ts";
import { mediaHref } from "@/components/hrefs/admin.ts";
import {
  type Changed,
  type Said,
  settle,
  settleKind,
  undoFields,
} from "@/components/admin/settle.ts";
import { AppError } from "@/lib/http/mod.ts";
import { versionOf } from "@/lib/records/mod.ts";
import { galleryForm, galleryHref } from "../gallery/places.ts";
import {
  type GalleryRecord,
  type ImportOutcome,
  linkAsset,
  type LinkOwner,
  type OptionPicture,
  retryImport,
  unlinkAsset,
} from "@/lib/media/mod.ts";
import { type Acting, again, openAsset, panelHref, undoing } from "./acting.ts";
import { placeTypesOf } from "./panel.ts";
import { tagMeant } from "./tags.ts";
import { ownerValue, parseOwnerValue } from "./uses.ts";

/** Adds the picture to a gallery, or sets it beside an answer. */
export async function link(acting: Acting): Promise<Response> {
  const owner = await placeMeant(acting);
  if (typeof owner === "string") return await refuse(acting, 400, owner);
  return await onUses(acting, {
    act: linkAsset,
    owner,
    said: (change) => linked(acting, owner, change),
  });
}

/** Returns the place that the form names by its value or by the name of a system or answer; else the error message. */
async function placeMeant(acting: Acting): Promise<LinkOwner | string> {
  const text = acting.form.get("owner") ?? "";
  const value = parseOwnerValue(text);
  if (value !== null) return value;
  const types = placeTypesOf(await openAsset(acting));
  const tag = await tagMeant(acting.ctx.state.services, text, types);
  if (typeof tag === "string") return tag;
  return { type: tag.type === "system" ? "system" : "option", id: tag.ref };
}

/** The flash after adding a picture to a place. An answer has one picture, so it may name the replaced one. */
async function linked(
  acting: Acting,
  place: LinkOwner,
  { before, record }: Changed<Place>,
): Promise<Said> {
  const owner = ownerValue(place);
  const replaced = before !== null && "assetId" in before ? before.assetId : null;
  const text = "It is used there now";
  if (replaced === null || record === null) {
    const undo = undoing(acting, { intent: "unlink", owner });
    return { tone: "positive", text: `${text}.`, undo };
  }
  const name = await namesOfAssets(acting.ctx.state.services, [replaced]);
  const query = withQuery(acting.screen.params, { asset: replaced, select: null });
  return {
    tone: "positive",
    text: `${text}, in place of ${name(replaced)}.`,
    undo: {
      action: `${mediaHref()}${query}`,
      fields: { intent: "link", owner, version: versionOf(record) },
    },
  };
}

/** Removes the picture from a gallery or an answer. */
export async function unlink(acting: Acting): Promise<Response> {
  const owner = parseOwnerValue(acting.form.get("owner") ?? "");
  if (owner === null) throw new AppError("invalid", "The form names no place");
  return await onUses(acting, {
    act: unlinkAsset,
    owner,
    said: (change) => unlinked(acting, owner, change),
  });
}

/** The flash after removing a picture. Undo of a gallery posts the gallery's own form, which restores the order. */
function unlinked(
  acting: Acting,
  place: LinkOwner,
  { before, record }: Changed<Place>,
): Said {
  const version = record === null ? "" : versionOf(record);
  const undo = before !== null && "assetIds" in before
    ? {
      action: galleryHref(place.id),
      fields: { ...undoFields(galleryForm(before)), version },
    }
    : undoing(acting, { intent: "link", owner: ownerValue(place), version });
  return { tone: "positive", text: "It is no longer used there.", undo };
}

interface UseChange {
  readonly act: typeof linkAsset;
  readonly owner: LinkOwner;
  readonly said: (change: Changed<Place>) => Said | Promise<Said>;
}

type Place = GalleryRecord | OptionPicture;

async function onUses(acting: Acting, { act, owner, said }: UseChange): Promise<Response> {
  const { ctx: { state: { services: { db } } }, by, form } = acting;
  const { id } = await openAsset(acting);
  const version = form.get("version") ?? undefined;
  const gone = () => refuse(acting, 409, "This place no longer exists. Choose another one");
  return await settle<Place>(await act(db, { by, assetId: id, owner, version }), {
    href: panelHref(acting),
    changed: said,
    invalid: (fields) => refuse(acting, 400, Object.values(fields).join(". ")),
    conflict: () =>
      // Only undo sends a version, so a conflict always means that the undo was refused.
      refuse(acting, 409, "Somebody changed this place since, so we took nothing back"),
    taken: gone,
    missing: gone,
  });
}

/** Shows the panel again and why the picture was not added. */
function refuse(acting: Acting, status: 400 | 409, error: string): Promise<Response> {
  return again(acting, status, { place: { text: acting.form.get("owner") ?? "", error } });
}

/** Imports the original again. */
export async function retry(acting: Acting): Promise<Response> {
  const { id } = await openAsset(acting);
  const outcome = await retryImport(acting.ctx.state.services.imports, id, acting.by);
  const here = () => ({ tone: "positive", text: "The original was imported." }) as const;
  const failed = (text: string) => ({ tone: "warning", text }) as const;
  return await settleKind<ImportOutcome>(outcome, panelHref(acting), {
    imported: here,
    present: here,
    missing: () => failed("This picture has no address to import from."),
    busy: () => failed("Too many imports are running. Try again soon."),
    failed: ({ message }) => failed(`The import failed again. ${message}`),
  });
}
