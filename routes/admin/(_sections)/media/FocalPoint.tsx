import type { JSX } from "preact";
import type { MediaItem } from "@/lib/media/mod.ts";
import { Picture } from "@/components/ui/Picture.tsx";

interface FocalPointProps {
  item: MediaItem;
  /** Fractions of the width and the height, from 0 to 1. */
  focal: { readonly x: number; readonly y: number };
}

/**
 * The picture with its focal point, which every crop keeps in view. With scripts, a click or the arrow keys move
 * the point; the two number fields of the form hold the same values.
 */
export function FocalPoint({ item, focal }: FocalPointProps): JSX.Element {
  const { width, height } = item;
  const radius = Math.max(width, height) / 32;
  return (
    <div class="media-preview" data-focal>
      <Picture item={item} sizes="(min-width: 80rem) 23rem, 100vw" priority />
      <svg
        class="media-focal absolute inset-0 size-full"
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
      >
        <g transform={`translate(${focal.x * width} ${focal.y * height})`} data-focal-mark>
          <circle
            r={radius}
            class="fill-[rgb(0_0_0/0.2)] stroke-[rgb(0_0_0/0.6)] stroke-[4px]"
            vector-effect="non-scaling-stroke"
          />
          <circle
            r={radius}
            class="fill-none stroke-[#fff] stroke-2"
            vector-effect="non-scaling-stroke"
          />
          <circle r={radius / 6} class="fill-[#fff]" />
        </g>
      </svg>
    </div>
  );
}
