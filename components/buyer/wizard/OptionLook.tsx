import type { JSX } from "preact";
import { type PictureView, ShownPicture } from "../../ui/ShownPicture.tsx";
import { DRAWING_LOOK } from "../drawings/look.ts";

/** Shape of the pictures on cards. */
export const LOOK_SHAPE = "3:2";

/**
 * What an option looks like, by its id: a picture, or null for the drawing among the symbols of the page. An option
 * that is not among them is a card of text.
 */
export type OptionLooks = Readonly<Record<string, PictureView | null>>;

/** Id of an option's drawing among the symbols of the page. */
export function optionSymbolId(optionId: string): string {
  return `option-${optionId}`;
}

/** What an option looks like. The words beside it say what it is, so it is told to nobody twice. */
export function OptionLook({ optionId, picture }: {
  optionId: string;
  picture: PictureView | null;
}): JSX.Element {
  if (picture !== null) {
    return <ShownPicture view={picture} alt="" sizes="(min-width: 40rem) 20rem, 7rem" />;
  }
  return (
    <svg
      class={`${DRAWING_LOOK} block h-full w-full bg-drawing-ground p-2 sm:aspect-[3/2] sm:h-auto`}
      viewBox="0 0 240 150"
      aria-hidden="true"
      focusable="false"
    >
      <use href={`#${optionSymbolId(optionId)}`} />
    </svg>
  );
}
