/** Drawings made into files. */
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import sharp from "sharp";

export interface Rendered {
  bytes: Uint8Array;
  /** Its most common colour, as `#rrggbb`. */
  placeholder: string;
}

export interface RenderRequest {
  svg: string;
  format: "jpeg" | "png";
}

/** Said anew whenever the same drawing would become another file. */
const ENCODING = "1";

/**
 * Renders a drawing. What was rendered before is taken from a folder of the system for temporary files, by a
 * digest of the drawing, so that only the first demo on a machine waits for it.
 */
export async function render({ svg, format }: RenderRequest): Promise<Rendered> {
  const digest = createHash("sha256").update(`${ENCODING} ${format} ${svg}`).digest("hex");
  const path = `${await cacheFolder()}/${digest}`;
  const kept = await find(path);
  if (kept !== null) return kept;
  const bytes = await encode({ svg, format });
  const placeholder = await dominantOf(bytes);
  // The colour comes last: where it is, the picture is whole.
  await keep(path, bytes);
  await keep(`${path}.colour`, new TextEncoder().encode(placeholder));
  return { bytes, placeholder };
}

async function find(path: string): Promise<Rendered | null> {
  try {
    const placeholder = await Deno.readTextFile(`${path}.colour`);
    return { bytes: await Deno.readFile(path), placeholder };
  } catch {
    return null;
  }
}

async function encode({ svg, format }: RenderRequest): Promise<Uint8Array> {
  const image = sharp(new TextEncoder().encode(svg));
  return format === "png"
    ? await image.png({ palette: true, colours: 64, compressionLevel: 8 }).toBuffer()
    : await image.flatten({ background: "#ffffff" }).jpeg({ quality: 82 }).toBuffer();
}

/** As the library finds it for a picture that is uploaded. */
async function dominantOf(bytes: Uint8Array): Promise<string> {
  const small = await sharp(bytes).resize(64, 64, { fit: "inside" }).flatten({ background: "#fff" })
    .toBuffer();
  const { dominant: { r, g, b } } = await sharp(small).stats();
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

async function cacheFolder(): Promise<string> {
  const folder = `${tmpdir()}/guided-selection-demo-${Deno.uid() ?? "pictures"}`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Whoever cannot keep a file does without. */
async function keep(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.writeFile(unfinished, bytes);
    await Deno.rename(unfinished, path);
  } catch {
    await Deno.remove(unfinished).catch(() => {});
  }
}
