/** Kinds of content in a buyer's words. */
import type { CitedPassage } from "../../lib/corpus/mod.ts";

/** What each kind of content is called. */
export const CONTENT_KINDS: Readonly<Record<CitedPassage["contentType"], string>> = {
  pdp: "Product page",
  blog: "Article",
  "tech-doc": "Technical document",
  marketing: "Brochure",
};
