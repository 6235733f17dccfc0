import type { JSX } from "preact";
import type { Gallery as GalleryOf, GalleryItem } from "@/lib/media/mod.ts";
import { Picture } from "@/components/ui/Picture.tsx";
import { GalleryFigure } from "./GalleryFigure.tsx";
import { GalleryScript } from "./GalleryScript.tsx";

interface GalleryProps {
  /** Name of the system or project in the pictures. */
  name: string;
  /** The system in the pictures, for the `gallery_opened` event; null for anything else. */
  systemId: string | null;
  gallery: GalleryOf;
  /** Why a picture matters to this buyer, by its id. */
  whyById?: ReadonlyMap<string, string>;
}

/** The aspect ratio of most cameras, so that little is cropped. */
const SHAPE = "3:2";
const SLIDE_SIZES = "(min-width: 80rem) 62rem, 92vw";

/**
 * The pictures of a system or project as a grid or a slideshow, as staff have set it (spec §2.1). Both work without a
 * script. With the script, videos play in place and the slideshow advances without scrolling the page.
 */
export function Gallery({ name, systemId, gallery, whyById }: GalleryProps): JSX.Element {
  const { items, displayMode } = gallery;
  const isSlideshow = displayMode === "slideshow" && items.length > 1;
  const needsScript = isSlideshow || items.some(({ embed }) => embed !== null);
  return (
    <div class="mt-6 sm:mt-8" data-gallery={systemId ?? ""}>
      {isSlideshow
        ? <Slideshow name={name} items={items} whyById={whyById} />
        : <Grid items={items} whyById={whyById} />}
      {needsScript && <GalleryScript />}
    </div>
  );
}

/** The wide-screen part of the `sizes` attribute, by the span of a picture in the grid. */
const SPANS = {
  lead: "(min-width: 80rem) 48rem, (min-width: 64rem) 62vw",
  half: "(min-width: 80rem) 36rem, (min-width: 64rem) 46vw",
  third: "(min-width: 80rem) 23rem, (min-width: 64rem) 30vw",
} as const;

/**
 * Returns the span of a picture so that every row is full: one large picture beside two small ones, or one or two rows
 * of two before the rows of three.
 */
function spanOf(index: number, count: number): keyof typeof SPANS {
  if (count % 3 === 0 || count === 1) return index === 0 ? "lead" : "third";
  return index < (count % 3 === 2 ? 2 : 4) ? "half" : "third";
}

interface ItemsProps {
  items: readonly GalleryItem[];
  whyById: GalleryProps["whyById"];
}

function Grid({ items, whyById }: ItemsProps): JSX.Element {
  return (
    <ul class="gallery-grid">
      {items.map((item, index) => {
        const span = spanOf(index, items.length);
        // Narrow screens have two columns. With an odd number of pictures, the first one spans both.
        const isAlone = index === 0 && items.length % 2 === 1;
        return (
          <li key={item.id} data-span={span} data-alone={isAlone ? "" : undefined}>
            <GalleryFigure
              item={item}
              sizes={`${SPANS[span]}, ${isAlone ? "92vw" : "45vw"}`}
              shape={SHAPE}
              why={whyById?.get(item.id)}
            />
          </li>
        );
      })}
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
              shape={SHAPE}
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
                <Picture item={item} sizes="6rem" shape={SHAPE} decorative />
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}
