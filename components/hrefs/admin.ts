/** Addresses of the admin area, so that a link and its page cannot drift apart. */
import { formatAnswers } from "../../lib/journey/mod.ts";

/** The sections that list and edit records, as they stand in addresses. */
export const ADMIN_SECTIONS = [
  "systems",
  "attributes",
  "tiers",
  "factors",
  "rules",
  "rule-sets",
  "tracks",
  "scenarios",
  "corpus",
  "categories",
  "pages",
  "projects",
  "cms",
  "crm",
  "leads",
  "privacy",
  "users",
] as const;
/** One of {@linkcode ADMIN_SECTIONS}. */
export type AdminSection = typeof ADMIN_SECTIONS[number];

/** Where every admin page lies, and the overview itself. */
export const ADMIN_ROOT = "/admin";

/** The list of a section, narrowed or sorted by a query such as `status=retired`. */
export function sectionHref(section: AdminSection, query = ""): string {
  return `${ADMIN_ROOT}/${section}${query === "" ? "" : `?${query}`}`;
}

/** What visits came to. */
export function analyticsHref(): string {
  return `${ADMIN_ROOT}/analytics`;
}

/** A record of a section. */
export function recordHref(section: AdminSection, id: string): string {
  return `${ADMIN_ROOT}/${section}/${encodeURIComponent(id)}`;
}

/** What a system has for an attribute. */
export function valueHref(
  { systemId, attributeId }: { systemId: string; attributeId: string },
): string {
  return `${recordHref("systems", systemId)}/values/${encodeURIComponent(attributeId)}`;
}

/** What staff see of the assistant. */
export function assistantHref(): string {
  return `${ADMIN_ROOT}/assistant`;
}

/** The options of a factor, on its page; also where they are moved. */
export function optionsHref(factorId: string): string {
  return `${recordHref("factors", factorId)}/options`;
}

/** An option of a factor. */
export function optionHref(
  { factorId, optionId }: { factorId: string; optionId: string },
): string {
  return `${optionsHref(factorId)}/${encodeURIComponent(optionId)}`;
}

/** The empty form of an option. */
export function newOptionHref(factorId: string): string {
  return `${optionsHref(factorId)}/new`;
}

/** The empty form of a section. */
export function newRecordHref(section: AdminSection): string {
  return `${ADMIN_ROOT}/${section}/new`;
}

/** A page about the documents as a whole, with a query such as `q=glass`. */
export function corpusHref(page: "upload" | "try" | "coverage" | "unquoted", query = ""): string {
  return `${sectionHref("corpus")}/${page}${query === "" ? "" : `?${query}`}`;
}

/** A passage, on the page of its document. */
export function passageHref({ itemId, seq }: { itemId: string; seq: number }): string {
  return `${recordHref("corpus", itemId)}#passage-${seq}`;
}

/** The library of pictures and videos, narrowed by a query such as `coverage=untagged`. */
export function mediaHref(query = ""): string {
  return `${ADMIN_ROOT}/media${query === "" ? "" : `?${query}`}`;
}

/** A picture or video, opened beside the library. */
export function assetHref(id: string): string {
  return mediaHref(`${new URLSearchParams({ asset: id })}`);
}

/** Where pictures and videos are added; also where one file is sent, and where descriptions are saved. */
export function uploadHref(part?: "file" | "descriptions"): string {
  return `${mediaHref()}/upload${part === undefined ? "" : `/${part}`}`;
}

/** The review of proposed tags, at a picture. */
export function reviewHref(at: string | null = null): string {
  const query = at === null ? "" : `?${new URLSearchParams({ at })}`;
  return `${mediaHref()}/review${query}`;
}

/** What would be accepted at once, from a confidence in percent on. */
export function acceptSureHref(least: number | null = null): string {
  return `${reviewHref()}/accept${least === null ? "" : `?least=${least}`}`;
}

/** Where a step of a CMS sync is taken. */
export function cmsChunkHref(): string {
  return `${sectionHref("cms")}/chunk`;
}

/** Values entered here over those of the CMS. */
export function cmsOverridesHref(query = ""): string {
  return `${sectionHref("cms")}/overrides${query === "" ? "" : `?${query}`}`;
}

/** What the CMS calls systems, or attributes. */
export function cmsMappingsHref(of: "systems" | "attributes"): string {
  return `${sectionHref("cms")}/${of}`;
}

/** One mapping. */
export function cmsMappingHref(of: "systems" | "attributes", id: string): string {
  return `${cmsMappingsHref(of)}/${encodeURIComponent(id)}`;
}

/** The empty form of a mapping, with what is known of it. */
export function newCmsMappingHref(
  of: "systems" | "attributes",
  known: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(known);
  return `${cmsMappingsHref(of)}/new${query.size === 0 ? "" : `?${query}`}`;
}

/** The simulator with a buyer's answers. */
export function simulatorHref(
  { track, optionIds }: { track: string | null; optionIds: readonly string[] },
): string {
  return `${ADMIN_ROOT}/simulator${formatAnswers({ track, optionIds: [...optionIds] })}`;
}

/** The report on the rules, of one track where one is given. */
export function reportHref(track: string | null = null): string {
  return `${ADMIN_ROOT}/report${track === null ? "" : `?track=${encodeURIComponent(track)}`}`;
}

/** The audit log, narrowed to what was done to a kind of record or to one record. */
export function auditHref(
  { type, id, action }: { type?: string; id?: string; action?: string } = {},
): string {
  const query = new URLSearchParams();
  if (type !== undefined) query.set("type", type);
  if (id !== undefined) query.set("id", id);
  if (action !== undefined) query.set("action", action);
  return `${ADMIN_ROOT}/audit${query.size === 0 ? "" : `?${query}`}`;
}

/** One entry of the audit log. */
export function auditEntryHref(seq: number | string): string {
  return `${ADMIN_ROOT}/audit/${seq}`;
}

/** What the service depends on, and how each of it is. */
export function statusHref(): string {
  return `${ADMIN_ROOT}/status`;
}

/** The search over everything, for a text. */
export function searchHref(text = ""): string {
  return `${ADMIN_ROOT}/search${text === "" ? "" : `?${new URLSearchParams({ q: text })}`}`;
}

/** The file of the rules that a state of their list shows. */
export function rulesExportHref(query: URLSearchParams): string {
  return `${ADMIN_ROOT}/export/rules?${query}`;
}
