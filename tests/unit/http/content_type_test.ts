import assert from "node:assert/strict";
import { sniffContentType } from "@/lib/http/content_type.ts";

const BYTES = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

for (
  const [start, type] of [
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
    ["\0\0\0\x1cftypavif\0\0\0\0avifmif1", "image/avif"],
    ["\0\0\0\x1cftypavis\0\0\0\0avifavis", "image/avif-sequence"],
    ["\0\0\0\x18ftypheic\0\0\0\0mif1", "image/heic"],
    ["\0\0\0\x18ftypqt  ", "video/mp4"],
    ["\x1aE\xdf\xa3", "video/webm"],
    ["BM\x36\0\0\0\0\0\0\0", "image/bmp"],
    ["%PDF-1.7", "application/pdf"],
    ["PK\x03\x04", "application/zip"],
    ["\x7fELF\x02", "application/x-executable"],
    ["{\\rtf1", "application/rtf"],
    // These begin like a signature, but are texts.
    ["BMW builds offices", null],
    ["MZ is a name", null],
    ["<svg xmlns=", null],
    ["<!doctype html>", null],
    ["", null],
  ] as const
) {
  Deno.test(`sniffContentType() returns ${type} for ${JSON.stringify(start)} (§8)`, () => {
    assert.equal(sniffContentType(BYTES(start)), type);
  });
}
