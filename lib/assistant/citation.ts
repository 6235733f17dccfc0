/** Turns a retrieved passage into a citation of the wire (spec §2.11, §4.1). */
import { citationLink, type RetrievedPassage } from "../corpus/mod.ts";
import type { Citation } from "./schema.ts";
import type { AssistantServices } from "./services.ts";

type CitingServices = Pick<AssistantServices, "catalog" | "config" | "evidence">;

/** Cites a passage: its text as imported, and its source URL, which is null when the link cannot be resolved. */
export function toCitation(services: CitingServices, passage: RetrievedPassage): Citation {
  const { key, text, heading, itemId, title, contentType, version, fetchedAt } = passage;
  const { siteUrl } = services.config;
  const pdpPath = contentType === "pdp" ? capturedPath(services, passage) : null;
  return {
    key,
    text,
    heading,
    provenance: {
      itemId,
      title,
      contentType,
      sourceUrl: citationLink(passage, { siteUrl, pdpPath }),
      version,
      fetchedAt: fetchedAt.toISOString(),
    },
    ...(pdpPath === null ? {} : { pdpPath }),
  };
}

/**
 * Returns the path that was captured for a system of a product page: the page's own path if that is one, else the
 * first. A page about no system of the catalog has only its own. A path that is known to be dead is never returned.
 */
function capturedPath(
  { catalog, evidence }: CitingServices,
  { systemIds, pdpPath, linkStatus }: RetrievedPassage,
): string | null {
  const { systemById } = catalog.current();
  const offered = systemIds.filter((id) => systemById.has(id));
  if (offered.length === 0) return linkStatus === "dead" ? null : pdpPath;
  const captured = offered.flatMap((id) => evidence.current().pdpPath(id) ?? []);
  return captured.find((path) => path === pdpPath) ?? captured[0] ?? null;
}
