/** The uses of pictures: places that show one, in words. */
import type { AssetUse, TagRef } from "@/lib/media/mod.ts";
import { findPage } from "@/lib/pages/mod.ts";
import { ADMIN_ROOT, optionHref } from "@/components/hrefs/admin.ts";
import { galleryHref } from "../gallery/places.ts";

/** A place that shows an asset. */
export interface ShownUse {
  readonly label: string;
  readonly href: string;
  /** How the place shows it: "in its gallery". */
  readonly detail: string;
  /** Names the place in a form that removes the asset from it; null when only the place's own screen can. */
  readonly owner: TagRef | null;
}

/** Describes a use, with a link to the screen that can change it. */
export function shownUse(use: AssetUse): ShownUse {
  const { ownerType, ownerId, ownerName, factorId, slot, isPrimary } = use;
  switch (ownerType) {
    case "system":
      return {
        label: ownerName ?? ownerId,
        href: galleryHref(ownerId),
        detail: isPrimary ? "in its gallery, first of all" : "in its gallery",
        owner: { type: "system", ref: ownerId },
      };
    case "option":
      return {
        label: ownerName ?? ownerId,
        href: factorId === null
          ? `${ADMIN_ROOT}/factors`
          : optionHref({ factorId, optionId: ownerId }),
        detail: "beside this answer",
        owner: { type: "factor", ref: ownerId },
      };
    case "page": {
      const page = findPage(ownerId);
      return {
        label: page?.name ?? ownerId,
        href: `${ADMIN_ROOT}/pages/${encodeURIComponent(ownerId)}`,
        detail: page?.slots[slot]?.label.toLowerCase() ?? slot,
        owner: null,
      };
    }
  }
}
