import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import type { Gallery as GalleryOf, GalleryItem } from "../../../lib/media/mod.ts";
import { Picture } from "../../ui/Picture.tsx";
import { PICTURE_RATIO } from "../SystemPicture.tsx";
import { GalleryFigure } from "./GalleryFigure.tsx";

interface GalleryProps {
  /** What the pictures show. */
  name: string;
  /** Id of what they show, for the report that somebody looked. */
  systemId: string;
  gallery: GalleryOf;
  /** Why a picture is worth a look to this buyer, by its id. */
  whyById?: ReadonlyMap<string, string>;
  class?: string;
}

const SLIDE_RATIO = 3 / 2;
const GRID_SIZES = "(min-width: 80rem) 23rem, (min-width: 40rem) 46vw, 92vw";
const WIDE_GRID_SIZES = "(min-width: 80rem) 48rem, 92vw";
const SLIDE_SIZES = "(min-width: 80rem) 62rem, 92vw";

/**
 * The pictures of a system, side by side or one after the other, as staff have set it (spec §2.1). Both work without
 * a script; with one, videos play in their place and the slideshow turns without a jump of the page.
 */
export function Gallery(props: GalleryProps): JSX.Element {
  const { name, systemId, gallery, whyById, class: className } = props;
  const { items, displayMode } = gallery;
  const isSlideshow = displayMode === "slideshow" && items.length > 1;
  const needsScript = isSlideshow || items.some(({ embed }) => embed !== null);
  return (
    <div class={className} data-gallery={systemId}>
      {isSlideshow
        ? <Slideshow name={name} items={items} whyById={whyById} />
        : <Grid items={items} whyById={whyById} />}
      {needsScript && <script src={asset("/gallery.js")} defer />}
    </div>
  );
}

/** How many pictures a grid needs so that its first can be the large one and no row is ragged. */
const FULL_GRID = 5;

interface ItemsProps {
  items: readonly GalleryItem[];
  whyById: GalleryProps["whyById"];
}

function Grid({ items, whyById }: ItemsProps): JSX.Element {
  const leads = items.length >= FULL_GRID;
  return (
    <ul class="gallery-grid" data-leads={String(leads)}>
      {items.map((item, index) => (
        <li key={item.id}>
          <GalleryFigure
            item={item}
            sizes={leads && index === 0 ? WIDE_GRID_SIZES : GRID_SIZES}
            ratio={PICTURE_RATIO}
            why={whyById?.get(item.id)}
          />
        </li>
      ))}
    </ul>
  );
}

function Slideshow({ name, items, whyById }: ItemsProps & { name: string }): JSX.Element {
  const placeOf = (index: number) => `Picture ${index + 1} of ${items.length}`;
  return (
    <>
      <ul class="gallery-slides" tabIndex={0} role="list" aria-label={`Pictures of ${name}`}>
        {items.map((item, index) => (
          <li key={item.id} id={`picture-${index + 1}`}>
            <GalleryFigure
              item={item}
              sizes={SLIDE_SIZES}
              ratio={SLIDE_RATIO}
              place={placeOf(index)}
              why={whyById?.get(item.id)}
            />
          </li>
        ))}
      </ul>
      <nav aria-label={`Pictures of ${name}, one by one`} class="print:hidden">
        <ol class="gallery-marks">
          {items.map((item, index) => (
            <li key={item.id}>
              <a href={`#picture-${index + 1}`} aria-label={placeOf(index)}>
                <Picture item={item} sizes="6rem" ratio={SLIDE_RATIO} decorative />
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}
