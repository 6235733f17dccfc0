/** Wire shapes of pictures and videos (spec §2.1, design §7). */
import { z } from "zod";

/** A rendition-ready asset (design §7); its URL is `/media/<id>/<spec>`. */
export const MediaItem = z.strictObject({
  id: z.string(),
  type: z.enum(["image", "video"]),
  title: z.string().nullable(),
  alt: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string().describe("CSS colour shown until the picture has loaded"),
  embed: z.strictObject({ videoId: z.string(), playerUrl: z.string() }).nullable(),
}).meta({ id: "MediaItem" });
export type MediaItem = z.infer<typeof MediaItem>;

/** An asset with its place in a system's gallery (design §7). */
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
