/** Wire shapes of pictures and videos (spec §2.1, design §7). */
import { z } from "zod";
import { RENDITION_SHAPES, RENDITION_WIDTHS } from "./rendition_spec.ts";

/** An asset as pages show it (design §7). Its renditions are at `/media/<id>/<spec>`. */
export const MediaItem = z.strictObject({
  id: z.string().describe(
    "The picture is at `/media/{id}/w640`, `/media/{id}/w640-h480-cover` or `/media/{id}/w640.webp`, in " +
      `one of the widths ${RENDITION_WIDTHS.join(", ")}, and cut to one of the shapes ` +
      RENDITION_SHAPES.join(", "),
  ),
  type: z.enum(["image", "video"]),
  title: z.string().nullable(),
  alt: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string().describe("CSS colour shown until the picture has loaded"),
  embed: z.strictObject({ videoId: z.string(), playerUrl: z.string() }).nullable(),
}).meta({ id: "MediaItem" });
export type MediaItem = z.infer<typeof MediaItem>;

/** An asset with its position in a system's gallery (design §7). */
export const GalleryItem = MediaItem.extend({
  position: z.int(),
  primary: z.boolean(),
}).meta({ id: "GalleryItem" });
export type GalleryItem = z.infer<typeof GalleryItem>;

/** An asset as the library lists it for staff (spec §4.8). */
export const LibraryItem = MediaItem.extend({
  filename: z.string(),
  source: z.enum(["manual", "cms"]),
  createdAt: z.iso.datetime(),
  linkCount: z.int().nonnegative().describe("In how many places it is shown"),
}).meta({ id: "LibraryItem" });
export type LibraryItem = z.infer<typeof LibraryItem>;

/** The axes on which a picture can match the buyer's answers and the recommended system (spec §2.1). */
export const SelectionAxis = z.enum(["system", "attribute", "factor", "application", "geography"]);
export type SelectionAxis = z.infer<typeof SelectionAxis>;

/** A picture that matches the selection, with its score and the axes that it matched on (spec §2.1). */
export const SelectionMediaAsset = z.strictObject({
  src: z.string(),
  alt: z.string(),
  title: z.string().nullable(),
  score: z.number(),
  matchedAxes: z.array(SelectionAxis),
}).meta({ id: "SelectionMediaAsset" });
export type SelectionMediaAsset = z.infer<typeof SelectionMediaAsset>;

/** The best picture for the hero or for one answer, with the tier on which it was found (spec §2.1, design §6). */
export const RankedIllustration = z.strictObject({
  tier: z.enum(["exact", "system", "context", "canonical", "education"]),
  score: z.number(),
  why: z.string().describe("A sentence a buyer can read"),
  factorId: z.string().nullable().describe("The answered factor it illustrates; null on the hero"),
  media: MediaItem.nullable(),
}).meta({ id: "RankedIllustration" });
export type RankedIllustration = z.infer<typeof RankedIllustration>;

/** The pictures that illustrate the recommendation (`hero`) and each answer (spec §2.1). */
export const IllustrationRanking = z.strictObject({
  hero: RankedIllustration,
  answers: z.array(RankedIllustration).describe("One for each answered factor"),
}).meta({ id: "IllustrationRanking" });
export type IllustrationRanking = z.infer<typeof IllustrationRanking>;

/** The gallery of a system (spec §2.1). */
export const Gallery = z.strictObject({
  items: z.array(GalleryItem).describe("In position order"),
  displayMode: z.enum(["grid", "slideshow"]),
}).meta({ id: "Gallery" });
export type Gallery = z.infer<typeof Gallery>;
