import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import type { MediaItem } from "../../../lib/media/mod.ts";
import { type RenditionShape, src } from "../../../lib/media/browser.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Picture } from "../../ui/Picture.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { keepMarkup } from "../kept_markup.ts";

/** Of the file that a picture is enlarged to. */
const WIDEST = 1920;

interface LargePictureProps {
  /** Stands on a page once: its id makes the id of the dialog. */
  item: MediaItem;
  /** Width at which it is shown on the page, for the browser to choose by. */
  sizes: string;
  /** Shape that it is cut to on the page; uncut without. */
  shape?: RenditionShape | undefined;
  /** For the picture that leads a page. */
  priority?: boolean;
}

/**
 * A picture with a button that shows it as large as the screen, uncut. The browser itself opens and closes it, and the
 * large file is asked for only when it is shown. It covers the page, so it is modal; browsers that do not know commands
 * open it as a popover. Browsers without scripts load every lazy picture at once, so there a link to the file takes
 * the place of the button.
 */
export const LargePicture = keepMarkup(EnlargeablePicture, ({ item }) => item);

function EnlargeablePicture(
  { item, sizes, shape, priority = false }: LargePictureProps,
): JSX.Element {
  const { id, title, alt, width } = item;
  const dialogId = `large-${encodeURIComponent(id)}`;
  const name = title || alt || "Picture";
  const largest = src(id, { width }, WIDEST);
  return (
    <div class="relative">
      <Picture
        item={item}
        sizes={sizes}
        priority={priority}
        {...(shape !== undefined && { shape })}
      />
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
            <a href={largest} target="_blank" rel="noopener" class="text-link inline-block py-1">
              Open the picture alone <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
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
      <VisuallyHidden>Enlarge: {name}</VisuallyHidden>
      <span class="enlarge-mark">
        <Icon name="enlarge" />
      </span>
    </>
  );
}
