/** A visitor's view of the data stored about their own visit (spec §5). */
import { eventsOfSession, type OwnEvent } from "../analytics/mod.ts";
import { leadsOfSession, type OwnLead } from "../crm/mod.ts";
import { withShortLimits } from "../db/mod.ts";
import { isOutage } from "../kv/mod.ts";
import {
  listChildren,
  reachStore,
  type SessionRecord,
  type SessionServices,
  shownSession,
} from "../session/mod.ts";

/** Dependencies of {@linkcode readOwnVisit}. */
type OwnVisitServices = Pick<
  Required<SessionServices>,
  "kv" | "db" | "config" | "now" | "sessionParts"
>;

/** Everything stored about a visit. The session id is left out, because it is the only credential of the session. */
export interface OwnVisit {
  /** Null when the session has ended or could not be stored, and only other data of the visit remains. */
  readonly session: SessionRecord | null;
  /** Child values of the session, by their name for the visitor. */
  readonly records: Readonly<Record<string, readonly unknown[]>>;
  readonly leads: readonly OwnLead[];
  readonly events: readonly OwnEvent[];
}

/** The visit of a request: `none` when nothing is stored, `unknown` when the session store or database does not answer. */
type ShownVisit =
  | { readonly state: "live"; readonly id: string; readonly visit: OwnVisit }
  | { readonly state: "none" | "unknown" };

/** Names for the visitor of a session's children, by the first part of their keys. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["assistant_transcripts", "answered_questions"],
  ["assistant_unanswered", "unanswered_questions"],
  ["assistant_feedback", "votes"],
  ["crm_session_contacts", "contacts"],
  ["crm_activity", "synced_activity"],
]);

/**
 * Reads the data stored about a request's visit. Starts no session. Also looks for data without a session, because a
 * lead is accepted even while the session store is down.
 */
export async function readOwnVisit(
  services: OwnVisitServices,
  request: Request,
): Promise<ShownVisit> {
  const shown = await shownSession(services, request);
  if (shown.state === "unknown") return { state: "unknown" };
  const { id } = shown;
  if (id === null) return { state: "none" };
  try {
    const session = shown.state === "live" ? shown.record : null;
    return await withShortLimits(() => readVisit(services, { id, session }));
  } catch (error) {
    if (isOutage(error)) return { state: "unknown" };
    throw error;
  }
}

async function readVisit(
  services: OwnVisitServices,
  { id, session }: { readonly id: string; readonly session: SessionRecord | null },
): Promise<ShownVisit> {
  const children = await reachStore(services.kv, () => listChildren(services, id));
  const records: Record<string, unknown[]> = {};
  for (const { name, entry } of children) {
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
