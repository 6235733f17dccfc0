/** The link target of a document's quotes, in words (spec §4.1, "Citation link resolution"). Pure. */
import { citationLink, type ItemDetails } from "@/lib/corpus/mod.ts";

/** The link target of quotes; without an address they are plain text. */
interface BuyerLink {
  readonly href: string | null;
  /** The explanation, as sentences. */
  readonly text: string;
}

/** Returns where the quotes of a document lead while it is active. */
export function buyerLinkOf(
  item: Pick<ItemDetails, "contentType" | "sourceKind" | "sourceUrl" | "pdpPath" | "linkStatus">,
  siteUrl: string | null,
): BuyerLink {
  // Ignore the path of a page that is known to be dead.
  const pdpPath = item.linkStatus === "dead" ? null : item.pdpPath;
  const href = citationLink(item, { siteUrl, pdpPath });
  if (item.sourceKind === "upload") {
    return { href, text: "Plain text: an upload has no public address." };
  }
  if (item.contentType === "pdp") return { href, text: productPageWords(item, siteUrl) };
  if (href !== null) return { href, text: "A link to the page that it was captured from." };
  return {
    href,
    text: item.sourceUrl === null
      ? "Plain text: no address is known."
      : item.linkStatus === "live"
      ? "Plain text: a browser cannot open the address."
      : "Plain text until a check finds the link live.",
  };
}

function productPageWords(
  { pdpPath, linkStatus }: Pick<ItemDetails, "pdpPath" | "linkStatus">,
  siteUrl: string | null,
): string {
  if (siteUrl === null) return "Plain text: no marketing site is configured.";
  if (pdpPath !== null && linkStatus === "dead") {
    return "Plain text, because this product page is dead and we know no other one for these systems.";
  }
  return pdpPath === null
    ? "Plain text, because no product page of these systems has a path."
    : "A link to the product page of the recommended system, found by its path.";
}
