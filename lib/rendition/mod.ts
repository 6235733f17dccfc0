/**
 * Rendition: the address of a picture in a size, `/media/<id>/<spec>` (design §7).
 *
 * Pages write these addresses and the service reads them, so both sides of the agreement are here. Pure, and safe
 * to run in the browser.
 */
export {
  parseRenditionSpec,
  type PictureSize,
  ratioOf,
  RENDITION_FORMATS,
  RENDITION_SHAPES,
  RENDITION_WIDTHS,
  type RenditionFormat,
  renditionHref,
  type RenditionShape,
  type RenditionSpec,
  type RenditionWidth,
  src,
  srcSet,
} from "./spec.ts";
