/**
 * The part of the media room that browsers load as well: building and parsing the rendition URL `/media/<id>/<spec>`
 * (design §7), and the client with which a picker queries the library.
 */
export {
  createLibraryReader,
  type LibraryReader,
  type LibraryView,
  NO_ANSWER,
} from "./library_reader.ts";
export {
  parseRenditionSpec,
  ratioOf,
  RENDITION_FORMATS,
  RENDITION_SHAPES,
  RENDITION_WIDTHS,
  type RenditionFormat,
  renditionHref,
  type RenditionShape,
  type RenditionSpec,
  src,
  srcSet,
} from "./rendition_spec.ts";
