/** The demo's finished pictures: their files, and what a library knows of each. */
import { z } from "zod";

const FILES = new URL(import.meta.resolve("@/migrations/seed/demo/pictures/files/"));
const MANIFEST = new URL(import.meta.resolve("@/migrations/seed/demo/pictures/manifest.jsonl"));

const Share = z.number().min(0).max(1);

/** One picture, as a line of the manifest has it. Its file is `files/<id>.webp`. */
const Picture = z.strictObject({
  id: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Its most common colour. */
  placeholder: z.string().regex(/^#[0-9a-f]{6}$/),
  /** What whoever sent it called it. */
  filename: z.string(),
  title: z.string().nullable(),
  alt: z.string().nullable(),
  source: z.enum(["manual", "cms"]),
  created: z.iso.datetime().transform((text) => new Date(text)),
  focal: z.tuple([Share, Share]),
  /** What somebody has tagged it with. */
  tags: z.array(z.strictObject({
    type: z.enum(["system", "factor", "application", "geography", "attribute"]),
    ref: z.string(),
  })),
  /** Whether its texts were read for further tags, which wait for somebody to decide. */
  read: z.boolean(),
  /** Shots of one scene share it. */
  group: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** Of the film whose still it is. */
  videoId: z.string().nullable(),
  /** The system in whose gallery it is, and where. */
  gallery: z.strictObject({ system: z.string(), position: z.int() }).nullable(),
});
export type Picture = Readonly<z.infer<typeof Picture>>;

/** What every file is. None is transparent. */
export const PICTURE_MIME = "image/webp";

/** Reads the manifest, one picture a line; what is in a gallery comes in the order of the catalog. */
export async function readManifest(): Promise<Picture[]> {
  const text = await Deno.readTextFile(MANIFEST);
  return text.trimEnd().split("\n").map((line) => Picture.parse(JSON.parse(line)));
}

/** Reads the file of a picture. */
export function readPicture({ id }: Pick<Picture, "id">): Promise<Uint8Array<ArrayBuffer>> {
  return Deno.readFile(new URL(`${id}.webp`, FILES));
}
