/** The places that pictures are picked for: galleries, projects and options. */
import { recordHref } from "@/components/hrefs/admin.ts";
import { writePicked } from "@/components/admin/media_picker/picked.ts";
import type { GalleryRecord } from "@/lib/media/mod.ts";
import type { PickerPlace } from "@/components/admin/media_picker/view.ts";

/** Returns the page that edits a system's gallery. */
export function galleryHref(systemId: string): string {
  return `${recordHref("systems", systemId)}/gallery`;
}

/** Returns the place for a system's gallery (spec §2.1). */
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

/** Returns the form that saves a gallery as it is in a record. */
export function galleryForm(
  { systemId: id, displayMode, assetIds, primaryId: primary }: GalleryRecord,
): URLSearchParams {
  const form = new URLSearchParams({ displayMode });
  const { name } = galleryPlace({ id, name: id });
  writePicked(form, { name, picked: { ids: assetIds, primary } });
  return form;
}

/** Returns the place for the pictures of a project. */
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

/** Returns the place for the default picture of an answer, shown when no picture shows a system with that answer. */
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
