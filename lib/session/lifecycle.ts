/** How a session begins, changes and ends (spec §3.4, design §7). */
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import { type Consent, readConsent } from "../consent/mod.ts";
import type { Database } from "../db/mod.ts";
import type { SessionParts } from "./children.ts";
import { newSessionId, noSessionCookie, readSessionId, sessionCookie } from "./cookie.ts";
import { insertSession } from "./insert.ts";
import { inTurn } from "./queue.ts";
import { recall } from "./recent.ts";
import { eraseSession } from "./remove.ts";
import { emptyPayload } from "./sanitize.ts";
import type { SessionPayload, SessionRecord } from "./schema.ts";
import { findSession, sessionKey, writeSession } from "./store.ts";
import { reachStore, SessionStoreError } from "./unavailable.ts";

/** What sessions need of the services. */
export interface SessionServices {
  readonly kv: Deno.Kv;
  readonly db: Kysely<Database>;
  readonly config: Config;
  readonly now: () => Date;
  /** Told of each session that was written. */
  readonly onSessionWritten?: (sessionId: string) => void;
  /** What other rooms keep of sessions. */
  readonly sessionParts?: SessionParts;
}

/** A live session and whose it is. */
export interface Session {
  readonly id: string;
  readonly record: SessionRecord;
}

/** What a visitor can change of a session. */
export interface SessionContent {
  readonly payload: SessionPayload;
  readonly track: string | null;
}

/** A stored session with the `Set-Cookie` value that its visitor needs, or no answer of the store. */
export type SaveOutcome =
  | { readonly ok: true; readonly session: Session; readonly setCookie: string }
  | { readonly ok: false };

const DAY_MS = 86_400_000;
/** Life of a session whose visitor has not consented to measurement. */
const UNCONSENTED_MS = DAY_MS;

/**
 * Each attempt that fails is a write of another process that did not; those of this one wait their turn.
 */
const MAX_ATTEMPTS = 64;

/**
 * The session of a request; null without a cookie, for a malformed, unknown or expired one, and when
 * the store does not answer, for a page is better without its memory than not there at all.
 */
export async function readSession(
  { kv, now }: SessionServices,
  request: Request,
): Promise<Session | null> {
  const id = readSessionId(request.headers.get("cookie"));
  if (id === null) return null;
  try {
    const entry = await findSession(kv, id, now().getTime());
    return entry && { id, record: entry.value };
  } catch (error) {
    if (error instanceof SessionStoreError) return null;
    throw error;
  }
}

/**
 * Gives the request's session the content that `change` makes of what it has (null: nothing yet), and
 * begins a session where there is none. Of writes at once each is made of the one before, so the last
 * wins whole. Nothing is written when nothing changes.
 *
 * A session lives 24 hours from its beginning, or `SESSION_TTL_DAYS` with measurement consent; no write
 * prolongs it. Consent is that of this request: who gives it prolongs the session, and who takes it back
 * from one older than 24 hours has that one removed and begins a new one.
 */
export async function updateSession(
  services: SessionServices,
  request: Request,
  change: (current: SessionContent | null) => SessionContent,
): Promise<SaveOutcome> {
  try {
    const session = await store(services, request, change, true);
    return session === null
      ? { ok: false }
      : { ok: true, session, setCookie: cookieOf(services, request, session) };
  } catch (error) {
    if (error instanceof SessionStoreError) return { ok: false };
    throw error;
  }
}

/**
 * Changes the request's session as {@linkcode updateSession} does, and begins none: for what is written after the
 * response, when no cookie can be set any more. A session that consent was taken back from is removed, if it has
 * lived for longer than 24 hours.
 */
export async function amendSession(
  services: SessionServices,
  request: Request,
  change: (current: SessionContent) => SessionContent,
): Promise<void> {
  if (readSessionId(request.headers.get("cookie")) === null) return;
  try {
    const nothing = { payload: emptyPayload(), track: null };
    await store(services, request, (current) => change(current ?? nothing), false);
  } catch (error) {
    if (!(error instanceof SessionStoreError)) throw error;
  }
}

/** A session with the version that an atomic write beside it checks. */
export interface LiveSession {
  readonly key: Deno.KvKey;
  readonly versionstamp: string;
  readonly record: SessionRecord;
}

/**
 * The session with an id that lives at a time; null where there is none.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findLiveSession(
  kv: Deno.Kv,
  id: string,
  at: Date,
): Promise<LiveSession | null> {
  const entry = await findSession(kv, id, at.getTime());
  return entry &&
    { key: sessionKey(id), versionstamp: entry.versionstamp, record: entry.value };
}

/** Whose session a request shows: one that lives, one that does not (any more), or one that cannot be looked up now. */
export type ShownSession =
  | { readonly state: "live"; readonly id: string; readonly record: SessionRecord }
  | { readonly state: "none"; readonly id: string | null }
  | { readonly state: "unknown"; readonly id: string };

/** The session that a request shows, where it matters whether the store has answered. */
export async function shownSession(
  { kv, now }: SessionServices,
  request: Request,
): Promise<ShownSession> {
  const id = readSessionId(request.headers.get("cookie"));
  if (id === null) return { state: "none", id };
  try {
    const entry = await findSession(kv, id, now().getTime());
    return entry ? { state: "live", id, record: entry.value } : { state: "none", id };
  } catch (error) {
    if (error instanceof SessionStoreError) return { state: "unknown", id };
    throw error;
  }
}

/** A session that is to begin, known by its id and cookie before it is stored. */
export interface PlannedSession {
  readonly id: string;
  readonly setCookie: string;
  /** Stores it; where the store does not answer, the log says so and the cookie names nothing. */
  store(): Promise<void>;
}

/** Plans a session for a request that shows none that lives, for who answers first and stores later. */
export function planSession(
  services: SessionServices,
  request: Request,
  content: SessionContent,
): PlannedSession {
  const { kv, config, now } = services;
  const consent = readConsent(request.headers.get("cookie"), config.cmp);
  const at = now().getTime();
  const lifetimeMs = consent.measurement ? config.session.ttlDays * DAY_MS : UNCONSENTED_MS;
  const times = { createdAt: at, updatedAt: at, expiresAt: at + lifetimeMs };
  const session = { id: newSessionId(), record: { ...content, consent, ...times } };
  async function store(): Promise<void> {
    try {
      await insertSession(kv, session);
    } catch (error) {
      if (!(error instanceof SessionStoreError)) throw error;
    }
  }
  return { id: session.id, setCookie: cookieOf(services, request, session), store };
}

/** Gives null where there is no session and none `begins`. Writes of one session take turns. */
async function store(
  services: SessionServices,
  request: Request,
  change: (current: SessionContent | null) => SessionContent,
  begins: boolean,
): Promise<Session | null> {
  const id = readSessionId(request.headers.get("cookie"));
  const write = () => attempt(services, request, change, begins);
  return id === null ? await write() : await inTurn(services.kv, id, write);
}

async function attempt(
  services: SessionServices,
  request: Request,
  change: (current: SessionContent | null) => SessionContent,
  begins: boolean,
): Promise<Session | null> {
  const { kv, config, now } = services;
  const cookies = request.headers.get("cookie");
  const consent = readConsent(cookies, config.cmp);
  const claimed = readSessionId(cookies);
  const lifetimeMs = consent.measurement ? config.session.ttlDays * DAY_MS : UNCONSENTED_MS;
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const at = now().getTime();
    const remembered = tried === 0 && claimed ? recall(kv, claimed, at) : null;
    const found = remembered ?? (claimed && await findSession(kv, claimed, at));
    if (!found && !begins) return null;
    const content = change(found ? found.value : null);
    if (claimed && found && isSame(found.value, { ...content, consent })) {
      // A write would be checked; that none is needed, only the store can tell.
      if (remembered) continue;
      return { id: claimed, record: found.value };
    }
    const stays = claimed && found && found.value.createdAt + lifetimeMs > at;
    if (claimed && found && !stays) await reachStore(kv, () => eraseSession(services, claimed));
    if (!stays && !begins) return null;
    const createdAt = stays ? found.value.createdAt : at;
    const session = {
      id: stays ? claimed : newSessionId(),
      record: { ...content, consent, createdAt, updatedAt: at, expiresAt: createdAt + lifetimeMs },
    };
    if (await writeSession(kv, { ...session, before: stays ? found : null })) {
      services.onSessionWritten?.(session.id);
      return session;
    }
  }
  throw new SessionStoreError(`Cannot store the session: ${MAX_ATTEMPTS} others were first`);
}

function isSame(
  record: SessionRecord,
  { payload, track, consent }: SessionContent & { consent: Consent },
): boolean {
  return record.track === track && isDeepStrictEqual(record.consent, consent) &&
    isDeepStrictEqual(record.payload, payload);
}

/** The `Set-Cookie` value for a visitor whose session has gone. */
export function forgettingCookie(
  services: Pick<SessionServices, "config">,
  request: Request,
): string {
  return noSessionCookie({ secure: isSecure(services, request) });
}

function isSecure({ config }: Pick<SessionServices, "config">, { url }: Request): boolean {
  return url.startsWith("https:") || (config.baseUrl?.startsWith("https:") ?? false);
}

/** With consent the cookie lives as long as the record, without it no longer than the browser runs. */
function cookieOf(services: SessionServices, request: Request, session: Session): string {
  const { now } = services;
  const { consent, expiresAt } = session.record;
  return sessionCookie(session.id, {
    maxAgeSeconds: consent.measurement ? Math.ceil((expiresAt - now().getTime()) / 1000) : null,
    secure: isSecure(services, request),
  });
}
