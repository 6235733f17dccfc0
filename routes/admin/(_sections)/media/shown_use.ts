/** Describes the uses of pictures. */
import type { AssetUse } from "../../../../lib/media/mod.ts";
import { findPage } from "../../../../lib/pages/mod.ts";
import { ADMIN_ROOT, optionHref, recordHref } from "../../../../components/hrefs/admin.ts";
import { ownerValue, type ShownUse } from "./PanelUses.tsx";

/** Describes a use, with a link to the screen that can change it. */
export function shownUse(use: AssetUse): ShownUse {
  const { ownerType, ownerId, ownerName, factorId, slot, isPrimary } = use;
  switch (ownerType) {
    case "system":
      return {
        label: ownerName ?? ownerId,
        href: `${recordHref("systems", ownerId)}/gallery`,
        detail: isPrimary ? "in its gallery, first of all" : "in its gallery",
        owner: ownerValue({ type: ownerType, id: ownerId }),
      };
    case "option":
      return {
        label: ownerName ?? ownerId,
        href: factorId === null
          ? `${ADMIN_ROOT}/factors`
          : optionHref({ factorId, optionId: ownerId }),
        detail: "beside this answer",
        owner: ownerValue({ type: ownerType, id: ownerId }),
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
