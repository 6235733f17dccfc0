import type { JSX } from "preact";
import type { AssetRecord, MediaItem } from "@/lib/media/mod.ts";
import { Picture } from "@/components/ui/Picture.tsx";
import { assetHref } from "@/components/hrefs/admin.ts";

/** The picture under review with its file name, title and alt text. */
export function ReviewPicture(
  { item, asset }: { item: MediaItem; asset: AssetRecord },
): JSX.Element {
  const isTall = item.height > item.width;
  return (
    <figure>
      <div class="review-picture" data-tall={isTall ? "" : undefined}>
        <Picture item={item} sizes="(min-width: 64rem) 56vw, 100vw" priority />
      </div>
      <figcaption class="mt-3">
        <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <Fact label="File">
            <a class="text-link wrap-anywhere" href={assetHref(asset.id)}>{asset.filename}</a>
          </Fact>
          <Fact label="Title">{asset.title ?? <Absent />}</Fact>
          <Fact label="Alt text">{asset.altText ?? <Absent />}</Fact>
        </dl>
      </figcaption>
    </figure>
  );
}

function Fact({ label, children }: { label: string; children: JSX.Element | string }): JSX.Element {
  return (
    <>
      <dt class="text-muted">{label}</dt>
      <dd class="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Absent(): JSX.Element {
  return <span class="text-muted">None yet</span>;
}
