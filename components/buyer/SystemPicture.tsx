import type { JSX } from "preact";
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import { classNames } from "../ui/class_names.ts";
import { SystemDrawing } from "./drawings/SystemDrawing.tsx";
import { KeptPicture } from "./KeptPicture.ts";

/** Aspect ratio of pictures in lists, the same as that of the drawings that replace missing ones. */
export const PICTURE_SHAPE = "4:3";

/** The `sizes` attribute of pictures in lists: three in a row on wide screens, two on narrower ones, one on phones. */
export const CARD_SIZES = "(min-width: 80rem) 23rem, (min-width: 40rem) 46vw, 92vw";

/** The `sizes` attribute of pictures in cards that are rows on phones, where their height decides. */
export const ROW_SIZES = "(min-width: 80rem) 23rem, (min-width: 40rem) 46vw, 60vw";

/** The picture of a system, or without one the drawing of how it moves. */
export function SystemPicture({ system, sizes, priority, detail = "full", class: className }: {
  system: SystemSummary;
  /** The `sizes` attribute: the width at which it is shown. */
  sizes: string;
  /** For a picture on the first screen: loads it first. */
  priority?: boolean;
  /** How detailed the drawing is, where there is no picture. */
  detail?: "icon" | "full";
  class?: string | undefined;
}): JSX.Element {
  if (system.image !== null) {
    return (
      <KeptPicture
        item={system.image}
        sizes={sizes}
        shape={PICTURE_SHAPE}
        priority={priority}
        class={className}
      />
    );
  }
  return (
    <div
      class={classNames(
        "drawing-frame",
        className,
      )}
    >
      <SystemDrawing system={system} detail={detail} class="h-auto w-[86%] max-h-full" />
    </div>
  );
}
