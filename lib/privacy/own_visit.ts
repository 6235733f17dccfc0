/** What is kept of one visit, for its visitor (spec §5, ux: Consent). */
import { eventsOfSession, type OwnEvent } from "../analytics/mod.ts";
import { leadsOfSession, type OwnLead } from "../crm/mod.ts";
import {
  listChildren,
  type SessionRecord,
  type SessionServices,
  shownSession,
} from "../session/mod.ts";

/** What reading a visit works with. */
export type OwnVisitServices = Pick<
  Required<SessionServices>,
  "kv" | "db" | "config" | "now" | "sessionParts"
>;

/** Everything that is kept of a visit. Its id is not in it: whoever has that has the session. */
export interface OwnVisit {
  /** Null where it has ended, or could not be stored, and something else of the visit is still there. */
  readonly session: SessionRecord | null;
  /** Values that hang on the session, by what they are. */
  readonly records: Readonly<Record<string, readonly unknown[]>>;
  readonly leads: readonly OwnLead[];
  readonly events: readonly OwnEvent[];
}

/** What is kept of the visit of a request; `unknown` when the store does not answer. */
export type ShownVisit =
  | { readonly state: "live"; readonly id: string; readonly visit: OwnVisit }
  | { readonly state: "none" | "unknown" };

/** What the values that hang on a session are called for their visitor. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["assistant_transcripts", "answered_questions"],
  ["assistant_unanswered", "unanswered_questions"],
  ["assistant_feedback", "votes"],
  ["crm_session_contacts", "contacts"],
  ["crm_activity", "synced_activity"],
]);

/**
 * Reads what is kept of the visit that a request shows. Begins no session. A lead may be there without one: it is taken also
 * while the store of sessions is away.
 */
export async function readOwnVisit(
  services: OwnVisitServices,
  request: Request,
): Promise<ShownVisit> {
  const shown = await shownSession(services, request);
  if (shown.state === "unknown") return { state: "unknown" };
  const { id } = shown;
  if (id === null) return { state: "none" };
  const session = shown.state === "live" ? shown.record : null;
  const records: Record<string, unknown[]> = {};
  for (const { name, entry } of await listChildren(services, id)) {
    (records[NAMES.get(name) ?? name] ??= []).push(entry.value);
  }
  const [leads, events] = [
    await leadsOfSession(services.db, id),
    await eventsOfSession(services.db, id),
  ];
  const isEmpty = Object.keys(records).length + leads.length + events.length === 0;
  if (session === null && isEmpty) return { state: "none" };
  return { state: "live", id, visit: { session, records, leads, events } };
}
