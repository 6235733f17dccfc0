/** Example values for the field mappings page, taken from a recent session (spec §2.7). */
import type { Snapshot } from "../catalog/mod.ts";
import { findRecentPayload, nullInOutage } from "../session/mod.ts";
import {
  answerField,
  type FieldSettings,
  NAMED_SESSION_FIELDS,
  sessionFieldValue,
} from "./session_fields.ts";

/** Returns every session field that can be mapped now: the named ones of spec §2.7, and one for each current factor. */
export function sessionFields({ factors }: Pick<Snapshot, "factors">): string[] {
  return [...NAMED_SESSION_FIELDS, ...factors.map(({ id }) => answerField(id))];
}

/** Returns the example value of a session field; null when the session has none. */
export type Sampler = (field: string) => string | null;

/**
 * Opens a sampler on a recent session that has answers or a recommendation; null when there is no such session or the
 * store does not answer.
 */
export async function openSampler(
  { kv, now }: { readonly kv: Deno.Kv; readonly now: () => Date },
  catalog: Snapshot,
  settings: FieldSettings,
): Promise<Sampler | null> {
  const payload = await findRecentPayload(kv, now().getTime()).catch(nullInOutage);
  if (payload === null) return null;
  const source = { payload, track: null, settings, catalog };
  return (field) => {
    const value = sessionFieldValue(field, source);
    return value instanceof Date ? value.toISOString() : value;
  };
}
