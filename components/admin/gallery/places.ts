/** Places that pictures are picked for, and the addresses where they are. */
import { recordHref } from "../hrefs.ts";
import type { PickerPlace } from "../media_picker/view.ts";

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
