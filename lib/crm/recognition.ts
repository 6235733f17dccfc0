/**
 * Recognition: a visitor whom the CRM's cookie names is linked to their contact, without a form (spec §4.11a), and
 * greeted by first name. Whatever goes wrong leaves the visitor anonymous and says nothing.
 */
import type { Config } from "../config/mod.ts";
import { readConsent } from "../consent/mod.ts";
import { readSession, type SessionServices } from "../session/mod.ts";
import { associate, type Association, findAssociations } from "./association.ts";
import type { CrmClient } from "./client/client.ts";
import type { Crm } from "./open.ts";
import { greetableName } from "./greetable_name.ts";
import { readVisitorGuid } from "./visitor_cookie.ts";

/** What recognition needs of the services. */
export interface RecognitionServices extends SessionServices {
  readonly crm: Pick<Crm, "noteActivity"> & {
    readonly client: Pick<CrmClient, "findVisitor" | "getContact"> | null;
  };
}

/** How many look-ups of visitors run at a time; more are left for the next save, so a slow CRM fills nothing up. */
const MAX_AT_ONCE = 4;
/** How long a visitor without a contact is not asked for again. */
const PAUSE_MS = 30_000;
/** Sessions whose visitor is known to have no contact. */
const MAX_REMEMBERED = 1_000;

/** What one process remembers of look-ups: nothing of anybody but that there was nothing. */
interface Memory {
  readonly asking: Set<string>;
  readonly inVain: Map<string, number>;
}

const memories = new WeakMap<Deno.Kv, Memory>();

function memoryOf(kv: Deno.Kv): Memory {
  const memory = memories.get(kv) ?? { asking: new Set(), inVain: new Map() };
  memories.set(kv, memory);
  return memory;
}

/** Whether a visit is worth a look-up: the CRM is configured, its cookie names a visitor, and they consent to marketing. */
export function mayRecognise(
  { crm: { client }, config }: Pick<RecognitionServices, "crm" | "config">,
  cookies: string | null,
): boolean {
  return client !== null && readConsent(cookies, config.cmp).marketing &&
    guidOf(config, cookies) !== null;
}

/** Whose visit it is. */
export interface Visit {
  readonly sessionId: string;
  /** The `Cookie` header of the request. */
  readonly cookies: string | null;
}

/**
 * Links a session to the contact behind the visitor's cookie, given consent to marketing. Asks the CRM for nothing when
 * the session is linked already. Stores the contact's number and nothing else. To be run after the response.
 */
export async function recogniseVisitor(
  services: RecognitionServices,
  { sessionId, cookies }: Visit,
  signal?: AbortSignal,
): Promise<void> {
  const { crm: { client, noteActivity }, config, kv, now } = services;
  const guid = guidOf(config, cookies);
  if (client === null || guid === null || !mayRecognise(services, cookies)) return;
  const { asking, inVain } = memoryOf(kv);
  if (asking.size >= MAX_AT_ONCE || asking.has(sessionId)) return;
  if ((inVain.get(`${sessionId} ${guid}`) ?? 0) > now().getTime()) return;
  asking.add(sessionId);
  try {
    if ((await findAssociations(kv, sessionId)).length > 0) return;
    const found = await client.findVisitor(guid, signal);
    if (!found.ok) return;
    const contactId = found.value?.contactId ?? null;
    if (contactId === null) {
      inVain.set(`${sessionId} ${guid}`, now().getTime() + PAUSE_MS);
      forgetOldest(inVain);
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

/** What a recognised visitor is told of themselves. */
export interface Greeting {
  readonly recognised: boolean;
  readonly firstName: string | null;
}

const STRANGER: Greeting = { recognised: false, firstName: null };

/**
 * Asks the CRM, now, for the first name of the contact that the request's session is linked to; nothing of it is kept
 * (spec §4.3). Nobody is recognised without a session, without a link that still has its consent (a form's is the
 * submit, a cookie's is that to marketing), without the contact, or when the CRM does not answer within `withinMs`.
 */
export async function greetVisitor(
  services: RecognitionServices,
  request: Request,
  { withinMs }: { withinMs: number },
): Promise<Greeting> {
  const { crm: { client }, kv } = services;
  if (client === null) return STRANGER;
  const session = await readSession(services, request);
  if (session === null) return STRANGER;
  const linked = linkThatHolds(services, request, await findAssociations(kv, session.id));
  if (linked === undefined) return STRANGER;
  const contact = await within(withinMs, (signal) => client.getContact(linked.contactId, signal));
  if (!contact?.ok || contact.value === null) return STRANGER;
  return { recognised: true, firstName: greetableName(contact.value.firstName) };
}

function linkThatHolds(
  { config }: Pick<SessionServices, "config">,
  request: Request,
  links: readonly Association[],
): Association | undefined {
  const { marketing } = readConsent(request.headers.get("cookie"), config.cmp);
  return links.find(({ source }) => source === "form") ??
    links.find(({ source }) => source === "cookie" && marketing);
}

/** What `run` gives within a time; null where it does not. */
async function within<T>(
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const late = new AbortController();
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    resolve(null);
    late.abort();
  }, ms);
  try {
    return await Promise.race([run(late.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
