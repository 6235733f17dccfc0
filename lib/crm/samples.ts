/** Examples for whoever maps fields: what each value is for a session of the last days (spec §2.7). */
import type { Snapshot } from "../catalog/mod.ts";
import { findRecentPayload, SessionStoreError } from "../session/mod.ts";
import {
  answerField,
  type FieldSettings,
  NAMED_SESSION_FIELDS,
  sessionFieldValue,
} from "./session_fields.ts";

/** Every key that a value goes by at present: those of spec §2.7, and the answers to the factors that are asked. */
export function sessionFields({ factors }: Pick<Snapshot, "factors">): string[] {
  return [...NAMED_SESSION_FIELDS, ...factors.map(({ id }) => answerField(id))];
}

/** What a key is for a session, as text; null where that has nothing for it. */
export type Sampler = (field: string) => string | null;

/** Takes examples from a recent session that answered something; null where there is none, or the store does not answer. */
export async function openSampler(
  { kv, now }: { readonly kv: Deno.Kv; readonly now: () => Date },
  catalog: Snapshot,
  settings: FieldSettings,
): Promise<Sampler | null> {
  const payload = await findRecentPayload(kv, now().getTime()).catch((error: unknown) => {
    if (error instanceof SessionStoreError) return null;
    throw error;
  });
  if (payload === null) return null;
  const source = { payload, track: null, settings, catalog };
  return (field) => {
    const value = sessionFieldValue(field, source);
    return value instanceof Date ? value.toISOString() : value;
  };
}
