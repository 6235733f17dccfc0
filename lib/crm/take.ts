/** The use case of `POST /api/lead` and of the form on the result page (spec §4.4). */
import type { Runner } from "../jobs/mod.ts";
import {
  amendSoon,
  emptyPayload,
  isIdentifier,
  planSession,
  type SessionPayload,
  type SessionServices,
  type ShownSession,
  shownSession,
} from "../session/mod.ts";
import { checkLead } from "./lead.ts";
import type { Crm } from "./open.ts";
import { forgetSessionsOfLeads } from "./queue.ts";

/** Dependencies of {@linkcode takeLead}. */
export interface LeadServices extends SessionServices {
  readonly crm: Pick<Crm, "submit">;
  readonly background: Pick<Runner, "run">;
}

/** The outcome of taking a lead; `fields` holds a message for each invalid field. */
export type LeadOutcome =
  | {
    readonly ok: true;
    /** The `Set-Cookie` value of the session that began with the lead; null when there was a session. */
    readonly setCookie: string | null;
    /** Path of the thank-you page; it contains no personal data. */
    readonly thanks: string;
  }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/**
 * Validates a lead and stores it durably before it resolves; the CRM sync runs in the background (spec §4.4). The
 * lead's payload keys override those of the session, and are stored in it. A visitor without a session gets one, so
 * that staff see the result in the leads view.
 *
 * @throws {DatabaseError} when the lead could not be stored.
 */
export async function takeLead(
  services: LeadServices,
  request: Request,
  input: unknown,
): Promise<LeadOutcome> {
  const checked = checkLead(input);
  if (!checked.ok) return checked;
  const { payload: given, ...person } = checked.lead;
  const shown = await shownSession(services, request);
  const stored = shown.state === "live" ? shown.record : null;
  const payload: SessionPayload = { ...(stored?.payload ?? emptyPayload()), ...given };
  const track = trackOf(request) ?? stored?.track ?? null;
  const planned = shown.state === "none"
    ? planSession(services, request, { payload, track })
    : null;
  const lead = {
    ...person,
    payload,
    track,
    sessionId: planned?.id ?? shown.id,
    cameWith: shown.id,
  };
  try {
    await services.crm.submit(lead, planned?.store);
  } catch (error) {
    planned?.drop();
    throw error;
  }
  storeGivenPayload(services, request, { shown, given });
  if (shown.state === "live") forgetIfRemoved(services, request, shown.id);
  return { ok: true, setCookie: planned?.setCookie ?? null, thanks: thanksFor(payload) };
}

/** The track of the result page that the lead was sent from; the session may hold another one. */
function trackOf(request: Request): string | null {
  const track = new URL(request.url).searchParams.get("track");
  return isIdentifier(track) ? track : null;
}

/** Runs in the background, so that the response does not wait for the session store. */
function storeGivenPayload(
  services: LeadServices,
  request: Request,
  { shown, given }: { shown: ShownSession; given: Partial<SessionPayload> },
): void {
  if (shown.state !== "live" || Object.keys(given).length === 0) return;
  amendSoon(services, request, ({ payload, track }) => ({
    payload: { ...payload, ...given },
    track: trackOf(request) ?? track,
  }));
}

/** Clears the reference to a session that was removed while its lead was stored: nothing else would find it (§2.9). */
function forgetIfRemoved(services: LeadServices, request: Request, id: string): void {
  services.background.run("check the session of a lead", async () => {
    if ((await shownSession(services, request)).state === "none") {
      await forgetSessionsOfLeads(services.db, [id]);
    }
  });
}

function thanksFor({ recommendation }: SessionPayload): string {
  return recommendation === null ? "/thanks?sent=1" : `/thanks?system=${recommendation}`;
}
