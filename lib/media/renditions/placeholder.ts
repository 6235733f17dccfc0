/** Draws the placeholder for a picture that is not available. */
import type { RenditionFormat } from "../rendition_spec.ts";
import { rasterise } from "./encode.ts";
import type { Size } from "./plan.ts";

const GROUND = "#f1eee7";
const LINE = "#b9b2a4";

/** Version of the placeholder; part of its cache key, so it must change with the drawing. */
export const PLACEHOLDER = "placeholder/1";

/**
 * Draws an empty frame, crossed out as architectural drawings mark an opening. It has no text, so it needs no
 * language.
 */
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
