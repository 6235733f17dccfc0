import type { JSX } from "preact";
import { type PictureView, ShownPicture } from "@/components/ui/ShownPicture.tsx";

/** Aspect ratio of the pictures on option cards. */
export const LOOK_SHAPE = "3:2";

/**
 * Pictures by option id; null means the drawing among the SVG symbols of the page. An option without an entry is a card
 * with text only.
 */
export type OptionLooks = Readonly<Record<string, PictureView | null>>;

/** Returns the id of the SVG symbol with an option's drawing. */
export function optionSymbolId(optionId: string): string {
  return `option-${optionId}`;
}

/** The picture or drawing of an option. Screen readers skip it, because the label says the same. */
export function OptionLook({ optionId, picture }: {
  optionId: string;
  picture: PictureView | null;
}): JSX.Element {
  if (picture !== null) {
    return <ShownPicture view={picture} alt="" sizes="(min-width: 40rem) 20rem, 11rem" />;
  }
  return (
    <svg
      class="drawing option-drawing"
      viewBox="0 0 240 150"
      aria-hidden="true"
    >
      <use href={`#${optionSymbolId(optionId)}`} />
    </svg>
  );
}
