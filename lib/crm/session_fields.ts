/** Session fields: the values of a session that can be mapped to contact fields (spec §2.7). Pure. */
import type { Snapshot } from "../catalog/mod.ts";
import { isIdentifier, type SessionPayload } from "../session/mod.ts";
import { deepLink } from "./deep_link.ts";
import { findStoredSystem, hotLeadFacts, type HotLeadRule, judgeHotLead } from "./hot_lead.ts";

/** Every session field of spec §2.7 except `answer:<factorId>`. */
export const NAMED_SESSION_FIELDS = [
  "recommendation",
  "alternatives",
  "systems_viewed",
  "completed_at",
  "recommendation_resources",
  "recommendation_configure",
  "recommendation_repfinder",
  "hot_lead",
] as const;
/** One of {@linkcode NAMED_SESSION_FIELDS}. */
export type NamedSessionField = typeof NAMED_SESSION_FIELDS[number];

const ANSWER_PREFIX = "answer:";

/** Returns the session field for the answers to a factor. */
export function answerField(factorId: string): string {
  return `${ANSWER_PREFIX}${factorId}`;
}

/** Returns the factor id of an `answer:<factorId>` field; null for any other field. */
export function factorOfField(field: string): string | null {
  if (!field.startsWith(ANSWER_PREFIX)) return null;
  const factorId = field.slice(ANSWER_PREFIX.length);
  return isIdentifier(factorId) ? factorId : null;
}

/** Returns whether a text is a session field that spec §2.7 allows, whether or not its factor exists. */
export function isSessionField(text: string): boolean {
  return isNamedField(text) || factorOfField(text) !== null;
}

function isNamedField(text: string): text is NamedSessionField {
  return NAMED_SESSION_FIELDS.some((field) => field === text);
}

/** Returns whether a session field names a factor that was removed or retired, and so syncs nothing (spec §2.7). */
export function isStaleField({ factorById }: Pick<Snapshot, "factorById">, field: string): boolean {
  const factorId = factorOfField(field);
  return factorId !== null && !factorById.has(factorId);
}

/** The settings that values depend on: the hot-lead rule of spec §2.6, and the three deep-link templates. */
export interface FieldSettings extends HotLeadRule {
  readonly resources_url: string | null;
  readonly configure_url: string | null;
  /** URL of the dealer finder, the same for every lead. */
  readonly repfinder_url: string | null;
}

/** The input of a session field's value. */
export interface FieldSource {
  readonly payload: SessionPayload;
  readonly track: string | null;
  readonly settings: FieldSettings;
  readonly catalog: Snapshot;
}

/** Separates the ids of a list value. */
const SEPARATOR = ";";

/**
 * Returns the value of a session field (spec §2.7); null when there is nothing to sync: a skipped answer, a removed
 * factor, an unknown field, or a deep link without a recommendation. Systems and options are given by id, several
 * joined by `;`. The caller formats a `Date` for the type of the CRM field.
 */
export function sessionFieldValue(field: string, source: FieldSource): string | Date | null {
  const factorId = factorOfField(field);
  if (factorId !== null) return answerValue(factorId, source);
  if (!isNamedField(field)) return null;
  const { payload, settings, catalog } = source;
  switch (field) {
    case "recommendation":
      return payload.recommendation;
    case "alternatives":
    case "systems_viewed":
      return joined(payload[field]);
    case "completed_at":
      return payload.completed_at === null ? null : new Date(payload.completed_at);
    case "recommendation_resources":
      return linkFor(settings.resources_url, source);
    case "recommendation_configure":
      return linkFor(settings.configure_url, source);
    case "recommendation_repfinder":
      return deepLink(settings.repfinder_url, { system: "", name: "" });
    case "hot_lead":
      return String(judgeHotLead(settings, hotLeadFacts(catalog, payload)).hot);
  }
}

function answerValue(factorId: string, { catalog, payload }: FieldSource): string | null {
  if (!catalog.factorById.has(factorId) || !Object.hasOwn(payload.answers, factorId)) return null;
  return joined([payload.answers[factorId] ?? []].flat());
}

function joined(ids: readonly string[]): string | null {
  return ids.length === 0 ? null : ids.join(SEPARATOR);
}

function linkFor(
  template: string | null,
  { catalog, payload: { recommendation } }: FieldSource,
): string | null {
  if (recommendation === null) return null;
  const name = findStoredSystem(catalog, recommendation)?.name ?? recommendation;
  return deepLink(template, { system: recommendation, name });
}
