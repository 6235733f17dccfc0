/** Places that pictures are picked for, and the addresses where they are. */
import { recordHref } from "../../../../components/hrefs/admin.ts";
import { writePicked } from "../../../../components/admin/media_picker/picked.ts";
import type { GalleryRecord } from "../../../../lib/media/mod.ts";
import type { PickerPlace } from "../../../../components/admin/media_picker/view.ts";

/** Where a system's gallery is edited. */
export function galleryHref(systemId: string): string {
  return `${recordHref("systems", systemId)}/gallery`;
}

/** A system's gallery (spec §2.1). */
export function galleryPlace({ id, name }: { id: string; name: string }): PickerPlace {
  return {
    name: "assetIds",
    label: `Gallery of ${name}`,
    accepts: ["image", "video"],
    single: false,
    marksPrimary: true,
    subject: { label: name, tagType: "system", tagRef: id },
  };
}

/** The form that saves a system's gallery as it is in a record. */
export function galleryForm(
  { systemId: id, displayMode, assetIds, primaryId: primary }: GalleryRecord,
): URLSearchParams {
  const form = new URLSearchParams({ displayMode });
  const { name } = galleryPlace({ id, name: id });
  writePicked(form, { name, picked: { ids: assetIds, primary } });
  return form;
}

/** The pictures that show a project. */
export function projectPlace({ uuid, name }: { uuid: string; name: string }): PickerPlace {
  return {
    name: "assetIds",
    label: `Pictures of ${name}`,
    accepts: ["image", "video"],
    single: false,
    marksPrimary: false,
    subject: { label: name, tagType: "project", tagRef: uuid },
  };
}

/** The picture that stands for an answer where none shows a system with it. */
export function optionPlace(label: string): PickerPlace {
  return {
    name: "assetId",
    label: `Picture of ${label}`,
    accepts: ["image"],
    single: true,
    marksPrimary: false,
    subject: null,
  };
}
