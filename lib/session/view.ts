import type { Session } from "./lifecycle.ts";
import type { SessionSaved } from "./schema.ts";

/** What a visitor is told of the session just saved; neither its id nor its consent. */
export function toSessionSaved({ record }: Session): SessionSaved {
  return {
    ok: true,
    session: record.payload,
    expiresAt: new Date(record.expiresAt).toISOString(),
  };
}
