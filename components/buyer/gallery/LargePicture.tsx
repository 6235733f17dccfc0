import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import type { MediaItem } from "@/lib/media/mod.ts";
import { type RenditionShape, src } from "@/lib/media/browser.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { keepMarkup } from "../kept_markup.ts";

/** Widest rendition of the enlarged picture, in pixels. */
const WIDEST = 1920;

/** Props of {@linkcode LargePicture}. */
export interface LargePictureProps {
  /** Use an item only once per page, because its id is part of the id of the dialog. */
  item: MediaItem;
  /** The `sizes` attribute: the width at which the page shows it. */
  sizes: string;
  /** Aspect ratio to crop to on the page. */
  shape: RenditionShape;
  /** For the main picture of a page: loads it first. Has no effect on a video. */
  priority?: boolean;
  /** Names the picture if it has no text of its own. */
  caption?: string | undefined;
}

/**
 * A picture with a button that shows it uncropped in a full-screen modal dialog. The browser opens and closes the dialog
 * by invoker commands, or as a popover where it does not support them. The large file loads only when the dialog opens,
 * and until then its place has its main colour.
 * With scripting off, browsers load lazy pictures at once, so a link to the file replaces the button there.
 */
export const LargePicture = keepMarkup(EnlargeablePicture, ({ item }) => item);

function EnlargeablePicture(
  { item, sizes, shape, priority = false, caption }: LargePictureProps,
): JSX.Element {
  const { id, title, alt, width, height, placeholder } = item;
  const dialogId = `large-${encodeURIComponent(id)}`;
  const name = title || alt || caption || "Picture";
  const largest = src(id, { width }, WIDEST);
  return (
    <div class="relative">
      <Picture item={item} sizes={sizes} shape={shape} priority={priority} />
      <button
        type="button"
        class="enlarge"
        popovertarget={dialogId}
        command="show-modal"
        commandfor={dialogId}
      >
        <EnlargeMark name={name} />
      </button>
      <a class="enlarge enlarge-alone" href={largest}>
        <EnlargeMark name={name} />
      </a>
      <dialog id={dialogId} popover="auto" class="large-picture" aria-label={`${name}, enlarged`}>
        <div class="flex items-start justify-between gap-6">
          <p class="text-sm">
            {title && <span class="block font-medium">{title}</span>}
            <a
              href={largest}
              target="_blank"
              rel="noopener"
              class="text-link tap inline-block py-1"
            >
              Open the picture alone <span class="sr-only">(opens in a new tab)</span>
            </a>
          </p>
          <button
            type="button"
            class="large-picture-close"
            popovertarget={dialogId}
            popovertargetaction="hide"
            command="close"
            commandfor={dialogId}
          >
            <Icon name="cross" /> Close
          </button>
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <rect width="100%" height="100%" fill={placeholder} />
        </svg>
        <picture>
          <source media="(scripting: none)" srcset={asset("/empty.svg")} />
          <img loading="lazy" decoding="async" alt={alt || title || ""} src={largest} />
        </picture>
      </dialog>
    </div>
  );
}

function EnlargeMark({ name }: { name: string }): JSX.Element {
  return (
    <>
      <span class="sr-only">Enlarge: {name}</span>
      <span class="enlarge-mark">
        <Icon name="enlarge" />
      </span>
    </>
  );
}
