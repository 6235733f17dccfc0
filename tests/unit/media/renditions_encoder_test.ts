import assert from "node:assert/strict";
import sharp from "sharp";
import { ENCODER } from "@/lib/media/renditions/encode.ts";

Deno.test("ENCODER names the versions of the image library, so that an upgrade invalidates cached renditions", () => {
  const { sharp: version, vips } = sharp.versions;
  assert.equal(ENCODER, `1/${version}/${vips}`);
});
