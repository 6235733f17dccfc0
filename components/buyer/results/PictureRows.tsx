import type { JSX } from "preact";
import type { MediaItem } from "@/lib/media/mod.ts";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { LonePicture } from "../gallery/GalleryFigure.tsx";
import { PICTURE_SHAPE } from "../SystemPicture.tsx";
import { type ResultPictures, SURROUNDINGS } from "./result_pictures.ts";

/** Two beside each other, on wide screens three. */
const TWO_IN_A_ROW = "mt-8 grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-5 lg:grid-cols-3";
const HALF_SIZES = "(min-width: 80rem) 23rem, (min-width: 64rem) 30vw, 45vw";

/** Pictures of single answers, each with the reason why it is shown. */
export function AnswerPictures(
  { pictures }: { pictures: ResultPictures["answers"] },
): JSX.Element | null {
  if (pictures.length === 0) return null;
  return (
    <PageSection id="chosen" title="What you chose, in pictures">
      <ul class={TWO_IN_A_ROW}>
        {pictures.map(({ item, why }) => (
          <Captioned key={item.id} item={item} sizes={HALF_SIZES} caption={why} />
        ))}
      </ul>
    </PageSection>
  );
}

/** Pictures of settings like the buyer's, best first, with what they have in common with the answers. */
export function OtherPictures(
  { pictures }: { pictures: ResultPictures["others"] },
): JSX.Element | null {
  if (pictures.length === 0) return null;
  const title = pictures.every(({ shares }) => shares === SURROUNDINGS)
    ? "In surroundings like yours"
    : "In settings like yours";
  const [first] = pictures;
  const isSame = pictures.every(({ shares }) => shares === first?.shares);
  return (
    <PageSection id="settings" title={title} class="print:hidden">
      {isSame && (
        <p class="mt-3 text-muted">More of our walls, with {first?.shares} as you described.</p>
      )}
      <ul class={TWO_IN_A_ROW}>
        {pictures.map(({ item, title, shares }) => (
          <Captioned
            key={item.id}
            item={item}
            sizes={HALF_SIZES}
            caption={[title, !isSame && `Shows ${shares}`].filter(Boolean).join(". ")}
          />
        ))}
      </ul>
    </PageSection>
  );
}

function Captioned(
  { item, sizes, caption }: { item: MediaItem; sizes: string; caption: string },
): JSX.Element {
  return (
    <li>
      <figure>
        <LonePicture item={item} sizes={sizes} shape={PICTURE_SHAPE} />
        {caption && <figcaption class="mt-2 text-sm text-muted">{caption}</figcaption>}
      </figure>
    </li>
  );
}
