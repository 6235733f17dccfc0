/** What of a session reaches which field of its contact (spec §2.7). Pure. */
import type { Snapshot } from "../catalog/mod.ts";
import { isIdentifier, type SessionPayload } from "../session/mod.ts";
import { deepLink } from "./deep_link.ts";
import { findStoredSystem, hotLeadFacts, type HotLeadRule, judgeHotLead } from "./hot_lead.ts";

/** Every key of spec §2.7 but `answer:<factorId>`. */
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

/** The key of the answers to a factor. */
export function answerField(factorId: string): string {
  return `${ANSWER_PREFIX}${factorId}`;
}

/** The factor whose answers a key means; null for any other key. */
export function factorOfField(field: string): string | null {
  if (!field.startsWith(ANSWER_PREFIX)) return null;
  const factorId = field.slice(ANSWER_PREFIX.length);
  return isIdentifier(factorId) ? factorId : null;
}

/** Whether a text is one of the keys that spec §2.7 allows, its factor there or not. */
export function isSessionField(text: string): boolean {
  return isNamedField(text) || factorOfField(text) !== null;
}

function isNamedField(text: string): text is NamedSessionField {
  return NAMED_SESSION_FIELDS.some((field) => field === text);
}

/** Whether a key means a factor that is gone or retired, and so syncs nothing (spec §2.7). */
export function isStaleField({ factorById }: Pick<Snapshot, "factorById">, field: string): boolean {
  const factorId = factorOfField(field);
  return factorId !== null && !factorById.has(factorId);
}

/** The settings that values are made by: the rule of spec §2.6, and the three templates of deep links. */
export interface FieldSettings extends HotLeadRule {
  readonly resources_url: string | null;
  readonly configure_url: string | null;
  /** Where dealers are found; the same for everyone. */
  readonly repfinder_url: string | null;
}

/** What a value is taken from. */
export interface FieldSource {
  readonly payload: SessionPayload;
  readonly track: string | null;
  readonly settings: FieldSettings;
  readonly catalog: Snapshot;
}

/** Stands between the ids of a value that holds several. */
const SEPARATOR = ";";

/**
 * The value that a key has for a session; null where there is nothing to push: a skipped answer, a removed factor, an
 * unknown key, a deep link without a recommendation (spec §2.7). Systems and options are told by their ids, several of
 * them joined by `;`. A `Date` is written as the field of the CRM wants it.
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
