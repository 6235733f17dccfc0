/** Labels of the kinds of content. */
import type { CitedPassage } from "@/lib/corpus/mod.ts";

/** The label that buyers see, by content type (spec §2.1). */
export const CONTENT_KINDS: Readonly<Record<CitedPassage["contentType"], string>> = {
  pdp: "Product page",
  blog: "Article",
  "tech-doc": "Technical document",
  marketing: "Brochure",
};
