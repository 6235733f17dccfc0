/** What of a session can go into a field of a contact (spec §2.7). */
import type { Snapshot } from "../catalog/mod.ts";
import type { SessionPayload } from "../session/mod.ts";
import type { CrmSettings } from "./settings.ts";

/** What a value is taken from. */
export interface FieldSource {
  readonly payload: SessionPayload;
  readonly track: string | null;
  readonly settings: CrmSettings;
  readonly catalog: Snapshot;
}

const ANSWER = "answer:";

/**
 * The value of a session field; null where the session has none, the field is unknown, or its factor is gone: then
 * nothing is sent. A `Date` is written as the field of the CRM wants it. Several ids are joined by `;`.
 */
export function sessionFieldValue(field: string, source: FieldSource): string | Date | null {
  const { payload, catalog } = source;
  if (field.startsWith(ANSWER)) {
    const factorId = field.slice(ANSWER.length);
    const answer = catalog.factorById.has(factorId) ? payload.answers[factorId] : undefined;
    return joined([answer ?? []].flat());
  }
  switch (field) {
    case "recommendation":
      return payload.recommendation;
    case "alternatives":
      return joined(payload.alternatives);
    case "systems_viewed":
      return joined(payload.systems_viewed);
    case "completed_at":
      return payload.completed_at === null ? null : new Date(payload.completed_at);
    default:
      return null;
  }
}

function joined(ids: readonly string[]): string | null {
  return ids.length === 0 ? null : ids.join(";");
}
