/** The demo's finished pictures: the manifest and the files agree. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import sharp from "sharp";
import {
  PICTURE_MIME,
  readManifest,
  readPicture,
} from "@/migrations/seed/demo/pictures/manifest.ts";

const FILES = new URL("../../../migrations/seed/demo/pictures/files/", import.meta.url);
const MOST_BYTES = 8_000_000;

const manifest = await readManifest();

Deno.test("the demo's picture files are exactly those that the manifest names (§8)", async () => {
  const files = await Array.fromAsync(Deno.readDir(FILES), ({ name }) => name);
  assert.deepEqual(files.sort(), manifest.map(({ id }) => `${id}.webp`).sort());
  assert.equal(new Set(files).size, manifest.length);
});

Deno.test("every picture file of the demo has the hash, size and format in the manifest (§2.12)", async () => {
  for (const picture of manifest) {
    const bytes = await readPicture(picture);
    const { format, width, height, hasAlpha, pages = 1 } = await sharp(bytes).metadata();
    assert.deepEqual(
      {
        sha256: createHash("sha256").update(bytes).digest("hex"),
        bytes: bytes.length,
        mime: `image/${format}`,
        width,
        height,
        hasAlpha,
        pages,
      },
      {
        sha256: picture.sha256,
        bytes: picture.bytes,
        mime: PICTURE_MIME,
        width: picture.width,
        height: picture.height,
        hasAlpha: false,
        pages: 1,
      },
      picture.id,
    );
  }
});

Deno.test("the demo's pictures have at most 8 MB together, and each has less than 300 kB (§8)", () => {
  const sizes = manifest.map(({ bytes }) => bytes);
  assert(Math.max(...sizes) < 300_000);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  assert(total <= MOST_BYTES, `${total} bytes`);
});

Deno.test("every picture of the demo can be decoded and is not a uniform surface (§2.12)", async () => {
  const deviations = await Promise.all(manifest.map(async (picture) => {
    const small = await sharp(await readPicture(picture)).resize(48).greyscale().toBuffer();
    const { channels: [grey] } = await sharp(small).stats();
    return [picture.id, grey?.stdev ?? 0] as const;
  }));
  assert.deepEqual(deviations.filter(([, deviation]) => deviation < 4), []);
});
