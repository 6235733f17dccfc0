/** Addresses of the admin area, so that a link and its page cannot drift apart. */
import { formatAnswers } from "@/lib/journey/mod.ts";

/** The sections that list and edit records, as their path segments. */
export type AdminSection =
  | "systems"
  | "attributes"
  | "tiers"
  | "factors"
  | "rules"
  | "rule-sets"
  | "tracks"
  | "scenarios"
  | "corpus"
  | "categories"
  | "pages"
  | "projects"
  | "cms"
  | "crm"
  | "leads"
  | "privacy"
  | "users";

/** The path prefix of every admin page, and the address of the overview. */
export const ADMIN_ROOT = "/admin";

function withQuery(path: string, query: string | URLSearchParams): string {
  return `${query}` === "" ? path : `${path}?${query}`;
}

/** The list of a section, filtered or sorted by a query such as `status=retired`. */
export function sectionHref(section: AdminSection, query = ""): string {
  return withQuery(`${ADMIN_ROOT}/${section}`, query);
}

/** The analytics page. */
export function analyticsHref(): string {
  return `${ADMIN_ROOT}/analytics`;
}

/** The page of one record. */
export function recordHref(section: AdminSection, id: string): string {
  return `${ADMIN_ROOT}/${section}/${encodeURIComponent(id)}`;
}

/** The page of a system's value for one attribute. */
export function valueHref(
  { systemId, attributeId }: { systemId: string; attributeId: string },
): string {
  return `${recordHref("systems", systemId)}/values/${encodeURIComponent(attributeId)}`;
}

/** The page about the chat assistant. */
export function assistantHref(): string {
  return `${ADMIN_ROOT}/assistant`;
}

/** The options of a factor, on its page. Forms that reorder them post here. */
export function optionsHref(factorId: string): string {
  return `${recordHref("factors", factorId)}/options`;
}

/** The page of one option of a factor. */
export function optionHref(
  { factorId, optionId }: { factorId: string; optionId: string },
): string {
  return `${optionsHref(factorId)}/${encodeURIComponent(optionId)}`;
}

/** The form for a new option of a factor. */
export function newOptionHref(factorId: string): string {
  return `${optionsHref(factorId)}/new`;
}

/** The form for a new record of a section. */
export function newRecordHref(section: AdminSection): string {
  return `${ADMIN_ROOT}/${section}/new`;
}

/** A page about the corpus as a whole, with a query such as `q=glass`. */
export function corpusHref(page: "upload" | "try" | "coverage", query = ""): string {
  return withQuery(`${sectionHref("corpus")}/${page}`, query);
}

/** A passage, on the page of its document. */
export function passageHref({ itemId, seq }: { itemId: string; seq: number }): string {
  return `${recordHref("corpus", itemId)}#passage-${seq}`;
}

/** The media library, filtered by a query such as `coverage=untagged`. */
export function mediaHref(query = ""): string {
  return withQuery(`${ADMIN_ROOT}/media`, query);
}

/** A media asset, opened beside the library. */
export function assetHref(id: string): string {
  return mediaHref(`${new URLSearchParams({ asset: id })}`);
}

/** The endpoint that suggests tags, of some kinds or of all. */
export function tagSuggestionsHref(types: readonly string[] = []): string {
  const query = new URLSearchParams(types.map((type) => ["type", type]));
  return withQuery(`${mediaHref()}/tags`, `${query}`);
}

/** The upload page. With a part: the endpoint that takes one file, or the one that saves descriptions. */
export function uploadHref(part?: "file" | "descriptions"): string {
  return `${mediaHref()}/upload${part === undefined ? "" : `/${part}`}`;
}

/** The review of proposed tags, from its start or at one picture. */
export function reviewHref(at: string | null = null): string {
  return withQuery(`${mediaHref()}/review`, at === null ? "" : new URLSearchParams({ at }));
}

/** The page that accepts many proposed tags at once, from a minimum confidence in percent. */
export function acceptSureHref(least: number | null = null): string {
  return withQuery(`${reviewHref()}/accept`, least === null ? "" : `least=${least}`);
}

/** The endpoint that runs one chunk of a CMS sync. */
export function cmsChunkHref(): string {
  return `${sectionHref("cms")}/chunk`;
}

/** The list of values that staff entered over a value of the CMS (spec §2.3). */
export function cmsOverridesHref(query = ""): string {
  return withQuery(`${sectionHref("cms")}/overrides`, query);
}

/** The CMS mappings of systems or of attributes (spec §2.4). */
export function cmsMappingsHref(of: "systems" | "attributes"): string {
  return `${sectionHref("cms")}/${of}`;
}

/** The page of one CMS mapping. */
export function cmsMappingHref(of: "systems" | "attributes", id: string): string {
  return `${cmsMappingsHref(of)}/${encodeURIComponent(id)}`;
}

/** The form for a new CMS mapping, prefilled with the fields in `known`. */
export function newCmsMappingHref(
  of: "systems" | "attributes",
  known: Readonly<Record<string, string>> = {},
): string {
  return withQuery(`${cmsMappingsHref(of)}/new`, new URLSearchParams(known));
}

/** The simulator with a buyer's answers. */
export function simulatorHref(
  { track, optionIds }: { track: string | null; optionIds: readonly string[] },
): string {
  return `${ADMIN_ROOT}/simulator${formatAnswers({ track, optionIds: [...optionIds] })}`;
}

/** The report on the rules, of one track or of all. */
export function reportHref(track: string | null = null): string {
  return withQuery(
    `${ADMIN_ROOT}/report`,
    track === null ? "" : `track=${encodeURIComponent(track)}`,
  );
}

/** The audit log, filtered by the type of record, the id of a record and the action. */
export function auditHref(
  filter: { readonly type?: string; readonly id?: string; readonly action?: string } = {},
): string {
  return withQuery(`${ADMIN_ROOT}/audit`, new URLSearchParams(filter));
}

/** The audit log with the entries of one request between two days (UTC), such as a bulk action. */
export function auditRequestHref(
  request: string,
  days: { readonly from: string; readonly to: string },
): string {
  return withQuery(auditHref(), new URLSearchParams({ request, ...days }));
}

/** One entry of the audit log, by its sequence number. */
export function auditEntryHref(seq: number | string): string {
  return `${ADMIN_ROOT}/audit/${seq}`;
}

/** The parameter of a record's page that fills its form from before an entry of the audit log. */
export const BEFORE_ENTRY = "before";

/** The status page: the state of every dependency. */
export function statusHref(): string {
  return `${ADMIN_ROOT}/status`;
}

/** The global search, empty or for a text. */
export function searchHref(text = ""): string {
  return withQuery(`${ADMIN_ROOT}/search`, text === "" ? "" : new URLSearchParams({ q: text }));
}
