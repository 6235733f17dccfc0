import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseFormat } from "@/lib/media/renditions/negotiate.ts";

const CASES: [accept: string | null, opaque: string, transparent: string][] = [
  [null, "jpeg", "png"],
  ["", "jpeg", "png"],
  ["*/*", "jpeg", "png"],
  ["image/*", "jpeg", "png"],
  ["text/html", "jpeg", "png"],
  // The `Accept` headers that browsers send for pictures.
  ["image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "avif", "avif"],
  ["image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "webp", "webp"],
  ["image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5", "png", "png"],
  ["image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "avif", "avif"],
  // Qualities take precedence over the server's order of formats.
  ["image/avif;q=0.5, image/webp;q=0.9", "webp", "webp"],
  ["image/avif;q=0, image/webp", "webp", "webp"],
  ["image/avif;q=0.2, image/jpeg", "jpeg", "jpeg"],
  ["image/jpeg;q=0, image/*", "png", "png"],
  ["image/png;q=0, image/*;q=0.3", "jpeg", "jpeg"],
  ["image/webp;q=0.8, */*;q=0.8", "webp", "webp"],
  ["image/png", "png", "png"],
  ["image/jpeg", "jpeg", "jpeg"],
  // Case, blanks and parameters.
  ["IMAGE/WebP ; Q=1.0", "webp", "webp"],
  ["image/avif ; profile=x ; q=0.4 , image/webp;q=0.401", "webp", "webp"],
  // A range with an invalid quality is ignored.
  ["image/avif;q=2, image/webp", "webp", "webp"],
  ["image/avif;q=high", "jpeg", "png"],
  ["image/avif;q=-1;q=1", "jpeg", "png"],
  [",,;;,image/,/webp,;q=1", "jpeg", "png"],
];

for (const [accept, opaque, transparent] of CASES) {
  Deno.test(`Accept: ${accept} gives ${opaque}, or ${transparent} with transparency (design §7)`, () => {
    assert.equal(chooseFormat(accept, false), opaque);
    assert.equal(chooseFormat(accept, true), transparent);
  });
}

Deno.test("chooseFormat() returns AVIF or WebP only for a client that names it", () => {
  const named = fc.constantFrom("image/jpeg", "image/png", "image/*", "*/*", "text/html", "q=1");
  const ranges = fc.array(fc.tuple(named, fc.constantFrom("", ";q=0", ";q=0.5", ";q=1")));
  fc.assert(fc.property(ranges, fc.boolean(), (parts, mayBeTransparent) => {
    const accept = parts.map((part) => part.join("")).join(", ");
    assert.match(chooseFormat(accept, mayBeTransparent), /^(jpeg|png)$/);
  }));
});

Deno.test("chooseFormat() returns a format for any Accept header", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.boolean(), (accept, transparent) => {
    assert.match(chooseFormat(accept, transparent), /^(avif|webp|jpeg|png)$/);
  }));
});
