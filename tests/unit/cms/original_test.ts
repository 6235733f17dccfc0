/** The URLs of originals in the CMS. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { imageWalk } from "@/lib/cms/client/images.ts";
import { parseDocument } from "@/lib/cms/client/document.ts";
import { writePage } from "@/tests/doubles/cms/documents.ts";
import { fileOf, image } from "@/tests/doubles/cms/graph.ts";

const BASE = "https://cms.example/site";

/** Addresses that chance hardly ever makes. */
const RARE = [
  "/a/./a",
  "/a/../a",
  "/a/%2e%2E/a",
  "https://cms.example/a",
  "https://a:a@cms.example/a",
  "https://:a@cms.example/a",
  "http://cms.example/a",
];

/** Reads a picture whose file is at `address`, and returns its remote URL; null if the picture is left out. */
function remoteUrlOf(address: string): string | null {
  const [picture, file] = image("One", { internalId: 1, file: fileOf("one.jpg", 1, address) });
  const text = writePage(
    { rows: [picture], included: [file], self: BASE, next: null, meta: {}, omitted: 0 },
    {
      ...{ prefix: "drupal_internal__", version: "1.1", links: "objects", pager: "full" },
      ...{ viewSize: 50, collectionSize: 50 },
    },
  );
  const document = parseDocument(new TextEncoder().encode(text));
  assert(document);
  const { rows } = imageWalk({ baseUrl: BASE, hosts: [] }).read(document);
  return rows[0]?.remoteUrl ?? null;
}

Deno.test("an original's URL is resolved as in a browser, and must have the origin of the CMS (spec §4.11)", () => {
  const parts = fc.constantFrom(
    "/",
    "a",
    ".",
    "..",
    "%2e",
    "%2E",
    "%20",
    "-",
    "_",
    "\\",
    "?",
    "#",
    "é",
    ":",
    "@",
  );
  const addresses = fc.array(parts, { minLength: 1, maxLength: 8 }).map((some) => some.join(""));
  fc.assert(
    fc.property(fc.oneof(addresses, addresses.map((one) => `/${one}`)), (address) => {
      const url = URL.parse(address.trim(), `${BASE}/`);
      const isInCms = url?.origin === new URL(BASE).origin && url.username === "" &&
        url.password === "";
      assert.equal(remoteUrlOf(address), isInCms ? url.href : null);
    }),
    { numRuns: 2_000, examples: RARE.map((address) => [address]) },
  );
});
