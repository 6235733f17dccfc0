import type { JSX } from "preact";
import type { SystemSummary } from "../../lib/catalog/mod.ts";
import { classNames } from "../ui/class_names.ts";
import { SystemDrawing } from "./drawings/SystemDrawing.tsx";
import { KeptPicture } from "./KeptPicture.ts";

interface SystemPictureProps {
  system: SystemSummary;
  /** Width at which it is shown, for the browser to choose by. */
  sizes: string;
  /** Of the drawing, where there is no picture. */
  detail?: "icon" | "full";
  class?: string;
}

/** Of every picture that stands beside others: as wide as it is high is the drawing. */
export const PICTURE_SHAPE = "4:3";

/** What a system looks like: its picture, or the drawing of its principle. */
export function SystemPicture(props: SystemPictureProps): JSX.Element {
  const { system, sizes, detail = "full", class: className } = props;
  if (system.image !== null) {
    return (
      <KeptPicture item={system.image} sizes={sizes} shape={PICTURE_SHAPE} class={className} />
    );
  }
  return (
    <div
      class={classNames(
        "flex aspect-[4/3] items-center justify-center bg-drawing-ground",
        className,
      )}
    >
      <SystemDrawing system={system} detail={detail} class="h-auto w-[86%] max-h-full" />
    </div>
  );
}
