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
  type TagRef,
  unlinkAsset,
} from "@/lib/media/mod.ts";
import { type Acting, again, openAsset, panelHref, undoing } from "./acting.ts";
import { tagValue } from "./labels.ts";
import { placeTypesOf } from "./panel.ts";
import { PLACE_TYPES, tagMeant } from "./tags.ts";

/** Adds the picture to the gallery of a system, or sets it beside an answer. */
export async function link(acting: Acting): Promise<Response> {
  const { ctx: { state: { services } }, form } = acting;
  const types = placeTypesOf(await openAsset(acting));
  const place = await tagMeant(services, form.get("owner"), types);
  if (typeof place === "string") return await refuse(acting, 400, place);
  return await onUses(acting, place, linkAsset, async ({ before, record }) => {
    const owner = tagValue(place);
    const replaced = before !== null && "assetId" in before ? before.assetId : null;
    const text = "It is used there now";
    if (replaced === null || record === null) {
      const undo = undoing(acting, { intent: "unlink", owner });
      return { tone: "positive", text: `${text}.`, undo };
    }
    // An answer has one picture, so Undo puts the replaced one back.
    const name = await namesOfAssets(services, [replaced]);
    const query = withQuery(acting.screen.params, { asset: replaced, select: null });
    return {
      tone: "positive",
      text: `${text}, in place of ${name(replaced)}.`,
      undo: {
        action: `${mediaHref()}${query}`,
        fields: { intent: "link", owner, version: versionOf(record) },
      },
    };
  });
}

/** Removes the picture from a gallery or an answer. Undo of a gallery posts its own form, which restores the order. */
export async function unlink(acting: Acting): Promise<Response> {
  const { ctx: { state: { services } }, form } = acting;
  const place = await tagMeant(services, form.get("owner"), PLACE_TYPES);
  if (typeof place === "string") throw new AppError("invalid", "The form names no place");
  return await onUses(acting, place, unlinkAsset, ({ before, record }) => {
    const version = record === null ? "" : versionOf(record);
    const undo = before !== null && "assetIds" in before
      ? {
        action: galleryHref(place.ref),
        fields: { ...undoFields(galleryForm(before)), version },
      }
      : undoing(acting, { intent: "link", owner: tagValue(place), version });
    return { tone: "positive", text: "It is no longer used there.", undo };
  });
}

type Place = GalleryRecord | OptionPicture;

async function onUses(
  acting: Acting,
  { type, ref }: TagRef,
  act: typeof linkAsset,
  changed: (change: Changed<Place>) => Said | Promise<Said>,
): Promise<Response> {
  const { ctx: { state: { services: { db } } }, by, form } = acting;
  const { id: assetId } = await openAsset(acting);
  const owner: LinkOwner = { type: type === "system" ? "system" : "option", id: ref };
  const version = form.get("version") ?? undefined;
  const gone = () => refuse(acting, 409, "This place no longer exists. Choose another one");
  return await settle<Place>(await act(db, { by, assetId, owner, version }), {
    href: panelHref(acting),
    changed,
    invalid: (fields) => refuse(acting, 400, Object.values(fields).join(". ")),
    // Only undo sends a version, so a conflict always means that the undo was refused.
    conflict: () =>
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
