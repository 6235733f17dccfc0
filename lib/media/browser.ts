/**
 * Media, for browsers too: the address of a picture in a size, `/media/<id>/<spec>` (design §7), which pages write and the
 * service reads, and how a picker asks the library.
 */
export {
  createLibraryReader,
  type LibraryReader,
  type LibraryView,
  NO_ANSWER,
} from "./library_reader.ts";
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
} from "./rendition_spec.ts";
