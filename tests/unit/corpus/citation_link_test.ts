import assert from "node:assert/strict";
import fc from "fast-check";
import {
  citationLink,
  type CitationSource,
  type DeepLink,
  productPageUrl,
} from "@/lib/corpus/citation_link.ts";

const SITE = "https://walls.example";
const ARTICLE = "https://news.example/quiet-rooms?page=2#sound";

const DEEP_LINK: DeepLink = { siteUrl: SITE, pdpPath: "/products/heron" };

function aSource(over: Partial<CitationSource>): CitationSource {
  return {
    contentType: "blog",
    sourceKind: "url",
    sourceUrl: ARTICLE,
    linkStatus: "live",
    ...over,
  };
}

const PDP = `${SITE}/products/heron`;

const CASES: {
  rule: string;
  source: Partial<CitationSource>;
  deepLink?: Partial<DeepLink>;
  link: string | null;
}[] = [
  { rule: "a live page links to its address", source: {}, link: ARTICLE },
  {
    rule: "a live view of the CMS links to its address",
    source: { sourceKind: "cms-view" },
    link: ARTICLE,
  },
  {
    rule: "a live dump of the CMS links to its address",
    source: { sourceKind: "cms-dump" },
    link: ARTICLE,
  },
  { rule: "a dead page is plain text", source: { linkStatus: "dead" }, link: null },
  { rule: "an unchecked page is plain text", source: { linkStatus: "unchecked" }, link: null },
  {
    rule: "a dead view of the CMS is plain text",
    source: { sourceKind: "cms-view", linkStatus: "dead" },
    link: null,
  },
  {
    rule: "an unchecked dump of the CMS is plain text",
    source: { sourceKind: "cms-dump", linkStatus: "unchecked" },
    link: null,
  },
  { rule: "a source without an address is plain text", source: { sourceUrl: null }, link: null },
  {
    rule: "an upload is plain text, even with an address",
    source: { sourceKind: "upload" },
    link: null,
  },
  {
    rule: "an uploaded product sheet is plain text",
    source: { sourceKind: "upload", contentType: "pdp" },
    link: null,
  },
  {
    rule: "a product page links to the captured path, not to its address",
    source: { contentType: "pdp" },
    link: PDP,
  },
  {
    rule: "a product page needs no address of its own",
    source: { contentType: "pdp", sourceKind: "cms-dump", sourceUrl: null },
    link: PDP,
  },
  {
    rule: "a product page links to the captured path whatever the status of its address",
    source: { contentType: "pdp", linkStatus: "unchecked" },
    link: PDP,
  },
  {
    rule: "a product page without a captured path is plain text",
    source: { contentType: "pdp" },
    deepLink: { pdpPath: null },
    link: null,
  },
  {
    rule: "a product page without a marketing site is plain text",
    source: { contentType: "pdp" },
    deepLink: { siteUrl: null },
    link: null,
  },
  {
    rule: "other content does not need the marketing site",
    source: {},
    deepLink: { siteUrl: null, pdpPath: null },
    link: ARTICLE,
  },
  { rule: "a script is plain text", source: { sourceUrl: "javascript:alert(1)" }, link: null },
  { rule: "a data URL is plain text", source: { sourceUrl: "data:text/html,hello" }, link: null },
  { rule: "a file URL is plain text", source: { sourceUrl: "file:///etc/passwd" }, link: null },
  { rule: "a relative address is plain text", source: { sourceUrl: "/quiet-rooms" }, link: null },
  { rule: "an invalid address is plain text", source: { sourceUrl: "https://" }, link: null },
  {
    rule: "an address with a password is plain text",
    source: { sourceUrl: "https://me:secret@news.example/" },
    link: null,
  },
];

for (const { rule, source, deepLink, link } of CASES) {
  Deno.test(`citationLink(): ${rule} (§4.1)`, () => {
    assert.equal(citationLink(aSource(source), { ...DEEP_LINK, ...deepLink }), link);
  });
}

Deno.test("citationLink() links every content type except product pages to its own address (§4.1)", () => {
  for (const contentType of ["blog", "tech-doc", "marketing"] as const) {
    assert.equal(citationLink(aSource({ contentType }), DEEP_LINK), ARTICLE);
  }
});

Deno.test("productPageUrl() keeps the path of the site's base URL", () => {
  const siteUrl = `${SITE}/en`;
  assert.equal(productPageUrl({ siteUrl, pdpPath: "/heron" }), `${SITE}/en/heron`);
});

Deno.test("productPageUrl() stays on the marketing site for any captured path", () => {
  for (const pdpPath of ["//evil.example/", "/\\evil.example", "/@evil.example", "/../../x"]) {
    const url = productPageUrl({ siteUrl: SITE, pdpPath });
    assert.ok(url?.startsWith(`${SITE}/`), `${pdpPath}: ${url}`);
  }
  for (const pdpPath of [".evil.example", "@evil.example", ":8443/x", "https://evil.example", ""]) {
    assert.equal(productPageUrl({ siteUrl: SITE, pdpPath }), null, pdpPath);
  }
  fc.assert(fc.property(fc.string({ unit: "binary" }), (pdpPath) => {
    const url = productPageUrl({ siteUrl: SITE, pdpPath });
    assert.ok(url === null || new URL(url).origin === SITE);
  }));
});
