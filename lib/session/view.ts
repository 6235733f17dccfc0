import type { Session } from "./lifecycle.ts";
import type { SessionSaved } from "./schema.ts";

/** Converts a saved session to the response of `PUT /api/session`; it leaves out the id and the consent. */
export function toSessionSaved({ record }: Session): SessionSaved {
  return {
    ok: true,
    session: record.payload,
    expiresAt: new Date(record.expiresAt).toISOString(),
  };
}
