import assert from "node:assert/strict";
import sharp from "sharp";
import { ENCODER } from "../../../lib/media/renditions/encode.ts";

Deno.test("renditions are made anew with other versions of the library: its own are the ones that are named", () => {
  const { sharp: version, vips } = sharp.versions;
  assert.equal(ENCODER, `1/${version}/${vips}`);
});
