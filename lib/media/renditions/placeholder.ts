/** What stands where a picture cannot be had. */
import type { RenditionFormat } from "../rendition_spec.ts";
import { rasterise } from "./encode.ts";
import type { Size } from "./plan.ts";

const GROUND = "#f1eee7";
const LINE = "#b9b2a4";

/** Changes with the drawing. */
export const PLACEHOLDER = "placeholder/1";

/** Draws an empty frame, crossed out as a drawing marks what is open; neutral, and without a word in it. */
export function drawPlaceholder(
  { width, height }: Size,
  format: RenditionFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const margin = Math.min(width, height) / 12;
  const [right, bottom] = [width - margin, height - margin];
  return rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="${GROUND}"/>
      <path fill="none" stroke="${LINE}" d="M${margin} ${margin}H${right}V${bottom}H${margin}Z
        L${right} ${bottom}M${right} ${margin}L${margin} ${bottom}"/>
    </svg>`,
    format,
  );
}
