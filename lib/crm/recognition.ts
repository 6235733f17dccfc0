/**
 * Recognition: associates a visitor with the contact that the CRM's cookie identifies, without a form (spec §4.11a),
 * and greets them by first name (spec §4.3). Every failure is silent and leaves the visitor anonymous.
 */
import type { Config } from "../config/mod.ts";
import { readConsent } from "../consent/mod.ts";
import { readSession, type SessionServices } from "../session/mod.ts";
import { isStillAhead, withTimeout } from "../timing/mod.ts";
import { associate, type Association, findAssociations } from "./association.ts";
import type { CrmClient } from "./client/client.ts";
import type { Crm } from "./open.ts";
import { greetableName } from "./greetable_name.ts";
import { readVisitorGuid } from "./visitor_cookie.ts";

/** Dependencies of recognition. */
interface RecognitionServices extends SessionServices {
  readonly crm: Pick<Crm, "noteActivity"> & {
    readonly client: Pick<CrmClient, "findVisitor" | "getContact"> | null;
  };
}

/**
 * Concurrent visitor look-ups. Further ones are skipped until the next save, so that a slow CRM cannot pile up work.
 */
const MAX_AT_ONCE = 4;
/** How long a visitor without a contact is not looked up again. */
const PAUSE_MS = 30_000;
/** Most visitors remembered as having no contact. */
const MAX_REMEMBERED = 1_000;

/** Look-ups of this process: those that are running, and until when those without a contact are not repeated. */
interface Memory {
  readonly asking: Set<string>;
  readonly withoutContact: Map<string, number>;
}

const memories = new WeakMap<Deno.Kv, Memory>();

function memoryOf(kv: Deno.Kv): Memory {
  return memories.getOrInsertComputed(kv, () => ({
    asking: new Set(),
    withoutContact: new Map(),
  }));
}

/**
 * Returns whether a look-up makes sense: the CRM is configured, its cookie holds a visitor id, and the visitor consents
 * to marketing.
 */
export function mayRecognise(
  { crm: { client }, config }: Pick<RecognitionServices, "crm" | "config">,
  cookies: string | null,
): boolean {
  return client !== null && readConsent(cookies, config.cmp).marketing &&
    guidOf(config, cookies) !== null;
}

/** The visit to recognise. */
export interface Visit {
  readonly sessionId: string;
  /** The `Cookie` header of the request. */
  readonly cookies: string | null;
}

/**
 * Associates a session with the contact of its visitor cookie, given marketing consent (spec §4.11a). Makes no CRM
 * request when the session has an association. Stores only the contact's id. Call it after the response.
 */
export async function recogniseVisitor(
  services: RecognitionServices,
  { sessionId, cookies }: Visit,
  signal?: AbortSignal,
): Promise<void> {
  const { crm: { client, noteActivity }, config, kv, now } = services;
  const guid = guidOf(config, cookies);
  if (client === null || guid === null || !mayRecognise(services, cookies)) return;
  const { asking, withoutContact } = memoryOf(kv);
  if (asking.size >= MAX_AT_ONCE || asking.has(sessionId)) return;
  const pausedUntil = withoutContact.get(`${sessionId} ${guid}`) ?? 0;
  if (isStillAhead(pausedUntil, now().getTime(), PAUSE_MS)) return;
  asking.add(sessionId);
  try {
    if ((await findAssociations(kv, sessionId)).length > 0) return;
    const found = await client.findVisitor(guid, signal);
    if (!found.ok) return;
    const contactId = found.value?.contactId ?? null;
    if (contactId === null) {
      withoutContact.set(`${sessionId} ${guid}`, now().getTime() + PAUSE_MS);
      forgetOldest(withoutContact);
      return;
    }
    const { ok } = await associate(services, { sessionId, source: "cookie", contactId });
    if (ok) noteActivity(sessionId);
  } finally {
    asking.delete(sessionId);
  }
}

function guidOf({ crm }: Pick<Config, "crm">, cookies: string | null): string | null {
  return crm && readVisitorGuid(cookies, {
    cookieName: crm.visitorCookie,
    allowSimulated: crm.allowSimulatedGuid,
  });
}

function forgetOldest(entries: Map<string, unknown>): void {
  const [oldest] = entries.size > MAX_REMEMBERED ? entries.keys() : [];
  if (oldest !== undefined) entries.delete(oldest);
}

/** The greeting of a visitor. */
interface Greeting {
  readonly recognised: boolean;
  readonly firstName: string | null;
}

/** Longest wait of a page for the CRM, in milliseconds. */
const PAGE_MS = 400;

const NOT_RECOGNISED: Greeting = { recognised: false, firstName: null };

/**
 * Fetches the first name of the session's contact from the CRM; it is never stored (spec §4.3).
 *
 * Returns `recognised: false` when there is no session, no association with valid consent (the submit for `form`,
 * current marketing consent for `cookie`), no such contact, or no response within `withinMs` milliseconds. The default
 * is for a page, which is rendered without a greeting after it.
 */
export async function greetVisitor(
  services: RecognitionServices,
  request: Request,
  { withinMs = PAGE_MS }: { withinMs?: number } = {},
): Promise<Greeting> {
  const { crm: { client }, kv } = services;
  if (client === null) return NOT_RECOGNISED;
  const session = await readSession(services, request);
  if (session === null) return NOT_RECOGNISED;
  const linked = consentedLink(services, request, await findAssociations(kv, session.id));
  if (linked === undefined) return NOT_RECOGNISED;
  const contact = await withTimeout(
    withinMs,
    (signal) => client.getContact(linked.contactId, signal),
    () => null,
  );
  if (!contact?.ok || contact.value === null) return NOT_RECOGNISED;
  return { recognised: true, firstName: greetableName(contact.value.firstName) };
}

function consentedLink(
  { config }: Pick<SessionServices, "config">,
  request: Request,
  links: readonly Association[],
): Association | undefined {
  const { marketing } = readConsent(request.headers.get("cookie"), config.cmp);
  return links.find(({ source }) => source === "form") ??
    links.find(({ source }) => source === "cookie" && marketing);
}
