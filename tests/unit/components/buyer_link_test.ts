import assert from "node:assert/strict";
import { buyerLinkOf } from "@/routes/admin/(_sections)/corpus/buyer_link.ts";

const PAGE = {
  contentType: "pdp",
  sourceKind: "url",
  sourceUrl: "https://walls.example/heron",
  pdpPath: "/heron",
} as const;

Deno.test("buyerLinkOf() links to a product page unless it is known to be dead (§4.1)", () => {
  for (const linkStatus of ["live", "unchecked", "dead"] as const) {
    const { href, text } = buyerLinkOf({ ...PAGE, linkStatus }, "https://walls.example");
    assert.equal(href, linkStatus === "dead" ? null : "https://walls.example/heron");
    assert.match(
      text,
      linkStatus === "dead"
        ? /^Plain text, because this product page is dead/
        : /^A link to the product page/,
    );
  }
});
