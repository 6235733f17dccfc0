import type { JSX } from "preact";
import type { NamedAsset } from "@/lib/media/mod.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { PlayMark } from "@/components/admin/media_picker/ChosenList.tsx";
import { galleryHref } from "./places.ts";

interface GalleryStripProps {
  systemId: string;
  /** The first assets of the gallery, as many as fit. */
  assets: readonly NamedAsset[];
  /** Number of assets in the whole gallery. */
  total: number;
}

/** The first pictures of a system's gallery, on the page of the system. */
export function GalleryStrip({ systemId, assets, total }: GalleryStripProps): JSX.Element {
  const more = total - assets.length;
  return (
    <section aria-labelledby="gallery-title" id="gallery" class="max-w-3xl">
      <div class="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="gallery-title" class="font-medium">
          Gallery {total > 0 && <span class="font-normal text-muted">({total})</span>}
        </h2>
        <ButtonLink variant="secondary" href={galleryHref(systemId)}>
          {total === 0 ? "Add pictures" : "Edit the gallery"}
        </ButtonLink>
      </div>
      {total === 0
        ? <p class="text-sm text-muted">It has no pictures, so buyers see only its drawing.</p>
        : (
          <ul class="grid grid-cols-3 gap-2 sm:grid-cols-6">
            {assets.map((asset, index) => (
              <li key={asset.id} class="relative">
                <Picture item={asset} sizes="8rem" shape="4:3" />
                {asset.type === "video" && <PlayMark />}
                {index === assets.length - 1 && more > 0 && (
                  <span class="absolute inset-0 grid place-content-center bg-[black]/60 font-medium text-[white]">
                    +{more}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}
