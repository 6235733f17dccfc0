/** The audit log in words: actions, records, and the pages of records. */
import { capitalized } from "@/components/ui/capitalized.ts";
import type { LoggedEntry } from "@/lib/records/mod.ts";
import type { Capability } from "@/lib/staff/mod.ts";
import type { Catalog, RecordType } from "@/lib/catalog/mod.ts";
import { findPage } from "@/lib/pages/mod.ts";
import { dayOf } from "@/lib/timing/mod.ts";
import { sessionFieldLabel } from "../crm/labels.ts";
import { galleryHref } from "../gallery/places.ts";
import {
  assetHref,
  auditRequestHref,
  cmsMappingHref,
  optionHref,
  recordHref,
  sectionHref,
  valueHref,
} from "@/components/hrefs/admin.ts";
import { catalogRecordHref, RECORD_WORDS } from "@/components/admin/record_labels.ts";

/** Actions in the past tense, for sentences that begin with the person. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ["create", "created"],
  ["update", "changed"],
  ["delete", "deleted"],
  ["retire", "retired"],
  ["restore", "restored"],
  ["enable", "switched on"],
  ["disable", "switched off"],
  ["move", "moved"],
  // The old and the new default rule set each have an entry.
  ["make-default", "moved the default to or from"],
  // The old and the new current version of a document each have an entry.
  ["make-current", "moved the current version to or from"],
  ["supersede", "superseded"],
  ["import", "imported"],
  ["retry-import", "retried the import of"],
  ["check-link", "checked the link of"],
  ["clear", "took back"],
  ["override", "overrode"],
  ["sync", "synced"],
  ["keep-override", "kept the override of"],
  ["unkeep-override", "stopped keeping the override of"],
  ["take-cms", "took from the CMS"],
  ["purge", "removed"],
  ["process", "processed"],
  ["erase", "erased"],
  ["tag", "tagged"],
  ["untag", "untagged"],
  ["alt", "described"],
  ["group", "grouped"],
  ["ungroup", "ungrouped"],
  ["link", "added a picture to"],
  ["unlink", "removed a picture from"],
  ["propose", "suggested tags for"],
  ["accept", "accepted tags of"],
  ["reject", "rejected tags of"],
  ["unaccept", "took back accepted tags of"],
  ["unreject", "took back rejected tags of"],
  ["take-back", "took back a change of"],
  ["close", "closed"],
  ["reopen", "reopened"],
]);

/** Actions with another wording for some kind of record, by action and kind. */
const ACTIONS_OF: ReadonlyMap<string, string> = new Map([
  ["accept scenario", "accepted the pick of"],
  // The entry names the queue, but the purge removes its ended leads.
  ["purge crm", "removed ended leads from"],
]);

/** Nouns of the kinds of record outside the catalog: singular and plural. */
const OTHER_NOUNS: ReadonlyMap<string, { one: string; several: string }> = new Map([
  ["scenario", { one: "scenario", several: "scenarios" }],
  ["attribute-value", { one: "attribute value", several: "attribute values" }],
  ["corpus", { one: "documents", several: "documents" }],
  ["corpus-item", { one: "document", several: "documents" }],
  ["corpus-gap", { one: "gap in the documents", several: "gaps in the documents" }],
  ["media", { one: "picture", several: "pictures" }],
  ["media-category", { one: "category", several: "categories" }],
  ["shot-group", { one: "shot group", several: "shot groups" }],
  ["system-gallery", { one: "gallery", several: "galleries" }],
  ["page", { one: "page", several: "pages" }],
  ["user", { one: "user", several: "users" }],
  ["session", { one: "visitor session", several: "visitor sessions" }],
  ["cms-mapping", { one: "CMS mapping", several: "CMS mappings" }],
  ["cms-sync", { one: "CMS", several: "CMS" }],
  ["crm", { one: "CRM settings", several: "CRM settings" }],
  ["privacy", { one: "privacy settings", several: "privacy settings" }],
]);

/** Names of singletons, by kind and id. */
const ONLY_ONES: ReadonlyMap<string, string> = new Map([
  ["crm default", "CRM settings"],
  ["crm sync_queue", "CRM retry queue"],
  ["privacy privacy", "privacy settings"],
]);

/** Pages of the records outside the catalog, and the capability that each page needs, by kind. */
const PAGES = new Map<string, readonly [Capability, (id: string) => string]>([
  ["attribute-value", ["edit_data", hrefOfValue]],
  ["corpus-item", ["edit_data", (id) => recordHref("corpus", id)]],
  ["crm", ["edit_data", () => sectionHref("crm")]],
  ["media", ["edit_data", assetHref]],
  ["media-category", ["edit_data", (id) => recordHref("categories", id)]],
  ["page", ["edit_data", (id) => recordHref("pages", id)]],
  ["privacy", ["edit_data", () => sectionHref("privacy")]],
  ["scenario", ["edit_rules", (id) => recordHref("scenarios", id)]],
  ["system-gallery", ["edit_data", galleryHref]],
  ["user", ["manage_users", (id) => recordHref("users", id)]],
]);

function hrefOfValue(id: string): string {
  const [systemId = "", attributeId = ""] = id.split("/");
  return valueHref({ systemId, attributeId });
}

/** Returns the label of an action: "Switched off". An action without a label keeps its name, in words. */
export function actionLabel(action: string): string {
  return capitalized(ACTIONS.get(action) ?? asWords(action));
}

/** Returns the label of a kind of record: "Budget tier". */
export function typeLabel(type: string): string {
  return capitalized(nounOf(type));
}

/** An action as parts of a sentence: "switched off", "the rule", "Quiet rooms". */
interface Deed {
  readonly verb: string;
  /** Only "the" before the name of a singleton. */
  readonly noun: string;
  /** Name of the record, else its id; null for an action on many records. */
  readonly name: string | null;
}

/** Returns an entry in words. Records that the entry names only by id get their current name in the catalog. */
export function deedOf(entry: LoggedEntry, catalog: Catalog): Deed {
  const { action, entityType, entityId, before, after } = entry;
  const verb = ACTIONS_OF.get(`${action} ${entityType}`) ?? ACTIONS.get(action) ??
    `did “${asWords(action)}” to`;
  const only = ONLY_ONES.get(`${entityType} ${entityId}`);
  if (only) return { verb, noun: "the", name: only };
  const one = entityType === "crm" ? "CRM mapping" : nounOf(entityType);
  const noun = entityId === null ? pluralOf(entityType) : `the ${one}`;
  return {
    verb,
    noun,
    name: entityId === null
      ? null
      : nameOf(after) ?? nameOf(before) ?? nameById(entityType, entityId, catalog) ?? entityId,
  };
}

/** Returns the name of a value, gallery, page or CRM mapping, which is named after other records; else undefined. */
function nameById(type: string, id: string, catalog: Catalog): string | undefined {
  const { systems, attributes } = catalog;
  const named = (records: readonly { id: string; name: string }[], wanted?: string) =>
    records.find(({ id }) => id === wanted)?.name;
  if (type === "page") return findPage(id)?.name;
  if (type === "crm") return sessionFieldLabel({ catalog }, id);
  if (type === "system-gallery") return named(systems, id);
  if (type !== "attribute-value") return undefined;
  const [systemId, attributeId] = id.split("/");
  const [system, attribute] = [named(systems, systemId), named(attributes, attributeId)];
  return system !== undefined && attribute !== undefined ? `${attribute} of ${system}` : undefined;
}

/** Longer than any request takes. */
const LONGEST_REQUEST_MS = 60 * 60_000;

/**
 * Returns the log of one request that made a change at `at`. It names the days of the hours around it, because a request
 * may change records before and after midnight.
 */
export function hrefOfRequest(request: string, at: Date): string {
  const dayNear = (ms: number) => dayOf(new Date(at.getTime() + ms));
  return auditRequestHref(request, {
    from: dayNear(-LONGEST_REQUEST_MS),
    to: dayNear(LONGEST_REQUEST_MS),
  });
}

/** Returns the page of an entry's record; null when it has none, was deleted, or the reader may not open it. */
export function recordOfEntry(
  { entityType, entityId, before, after, gone }: LoggedEntry,
  capabilities: ReadonlySet<Capability>,
): string | null {
  if (entityId === null || gone) return null;
  if (entityType === "option" && capabilities.has("edit_data")) {
    const factorId = factorIdOf(after) ?? factorIdOf(before);
    return factorId === null ? null : optionHref({ factorId, optionId: entityId });
  }
  // Mappings of systems and of attributes share an entity type.
  if (entityType === "cms-mapping" && capabilities.has("edit_data")) {
    const mapping = after ?? before;
    if (!(mapping instanceof Object)) return null;
    return cmsMappingHref("systemId" in mapping ? "systems" : "attributes", entityId);
  }
  if (isRecordType(entityType)) {
    const mayOpen = capabilities.has(RECORD_WORDS[entityType].capability);
    return mayOpen ? catalogRecordHref(entityType, entityId) : null;
  }
  const [capability, hrefOf] = PAGES.get(entityType) ?? [];
  return capability && capabilities.has(capability) ? hrefOf?.(entityId) ?? null : null;
}

function factorIdOf(record: unknown): string | null {
  const id = record instanceof Object ? Reflect.get(record, "factorId") : null;
  return typeof id === "string" ? id : null;
}

function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(RECORD_WORDS, type);
}

function nounOf(type: string): string {
  if (isRecordType(type)) return RECORD_WORDS[type].noun;
  return OTHER_NOUNS.get(type)?.one ?? asWords(type);
}

function pluralOf(type: string): string {
  if (isRecordType(type)) return RECORD_WORDS[type].label.toLowerCase();
  return OTHER_NOUNS.get(type)?.several ?? asWords(type);
}

/** Returns the first naming field of a record of any kind. */
function nameOf(record: unknown): string | undefined {
  if (!(record instanceof Object)) return undefined;
  const names = ["name", "label", "title", "filename", "email", "topic"].map((field) =>
    Reflect.get(record, field)
  );
  return names.find((name): name is string => typeof name === "string" && name.trim() !== "");
}

/** Returns an identifier as words, for snake, kebab and camel case: "budgetTierId" gives "budget tier id". */
export function asWords(name: string): string {
  return name.replaceAll(/[_.:-]+/g, " ").replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()).trim();
}
