/** The demo's pictures: their files and their metadata. */
import { z } from "zod";

const FILES = new URL(import.meta.resolve("@/migrations/seed/demo/pictures/files/"));
const MANIFEST = new URL(import.meta.resolve("@/migrations/seed/demo/pictures/manifest.jsonl"));

const Share = z.number().min(0).max(1);

/** One picture: a line of the manifest. Its file is `files/<id>.webp`. */
const Picture = z.strictObject({
  id: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Its dominant colour. */
  placeholder: z.string().regex(/^#[0-9a-f]{6}$/),
  /** File name as uploaded. */
  filename: z.string(),
  title: z.string().nullable(),
  alt: z.string().nullable(),
  source: z.enum(["manual", "cms"]),
  created: z.iso.datetime().transform((text) => new Date(text)),
  focal: z.tuple([Share, Share]),
  /** Tags set by staff. */
  tags: z.array(z.strictObject({
    type: z.enum(["system", "factor", "application", "geography", "attribute"]),
    ref: z.string(),
  })),
  /** Whether its texts were searched for further tags, which are proposed to staff. */
  read: z.boolean(),
  /** Shot group; shared by the shots of one scene. */
  group: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** Id of the video whose still it is. */
  videoId: z.string().nullable(),
  /** The system in whose gallery it is, and its position there. */
  gallery: z.strictObject({ system: z.string(), position: z.int() }).nullable(),
});
export type Picture = Readonly<z.infer<typeof Picture>>;

/** Media type of all files. None has transparency. */
export const PICTURE_MIME = "image/webp";

/** Reads the manifest, with one picture per line. Gallery pictures are in the order of the catalog. */
export async function readManifest(): Promise<Picture[]> {
  const text = await Deno.readTextFile(MANIFEST);
  return text.trimEnd().split("\n").map((line) => Picture.parse(JSON.parse(line)));
}

/** Reads the file of a picture. */
export function readPicture({ id }: Pick<Picture, "id">): Promise<Uint8Array<ArrayBuffer>> {
  return Deno.readFile(new URL(`${id}.webp`, FILES));
}
