/** The use case behind `POST /api/lead` and the form of the result page (spec §4.4). */
import type { Runner } from "../jobs/mod.ts";
import {
  amendSession,
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

/** What taking a lead needs of the services. */
export interface LeadServices extends SessionServices {
  readonly crm: Pick<Crm, "submit">;
  readonly background: Pick<Runner, "run">;
}

/** What became of a lead. */
export type LeadOutcome =
  | {
    readonly ok: true;
    /** The `Set-Cookie` value of a session that has begun with the lead; null where there was one. */
    readonly setCookie: string | null;
    /** Path of the page that thanks; it says nothing of the person. */
    readonly thanks: string;
  }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/**
 * Takes a lead: checked, and stored once and durably before this settles. Nothing of the CRM is waited for. What the lead
 * says of the session goes into the session too, and a visitor without one gets one, so that staff see what the buyer came to.
 *
 * @throws {DatabaseError} when the database does not take it; then there is no lead.
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
  await services.crm.submit(lead, planned?.store);
  keepGiven(services, request, { shown, given });
  return { ok: true, setCookie: planned?.setCookie ?? null, thanks: thanksFor(payload) };
}

/** The track of the result that the lead was sent from; the session may hold that of another. */
function trackOf(request: Request): string | null {
  const track = new URL(request.url).searchParams.get("track");
  return isIdentifier(track) ? track : null;
}

/** The answer does not wait for the session to learn what the lead has said. */
function keepGiven(
  services: LeadServices,
  request: Request,
  { shown, given }: { shown: ShownSession; given: Partial<SessionPayload> },
): void {
  if (shown.state !== "live" || Object.keys(given).length === 0) return;
  services.background.run(
    "remember what a lead has said",
    () =>
      amendSession(services, request, ({ payload, track }) => ({
        payload: { ...payload, ...given },
        track: trackOf(request) ?? track,
      })),
  );
}

function thanksFor({ recommendation }: SessionPayload): string {
  return recommendation === null ? "/thanks" : `/thanks?system=${recommendation}`;
}
