/** How a session starts, changes and ends (spec §3.4, design §7). */
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import { type Consent, NO_CONSENT, readConsent } from "../consent/mod.ts";
import type { Database } from "../db/mod.ts";
import type { SessionParts } from "./children.ts";
import { newSessionId, noSessionCookie, readSessionId, sessionCookie } from "./cookie.ts";
import { inTurn } from "./queue.ts";
import { recall } from "./recent.ts";
import { eraseConsented, eraseSession } from "./remove.ts";
import { emptyPayload } from "./sanitize.ts";
import type { SessionPayload, SessionRecord } from "./schema.ts";
import { findSession, sessionKey, writeSession } from "./store.ts";
import { reachStore, SessionStoreError } from "./unavailable.ts";
import { DAY_MS } from "@/lib/timing/mod.ts";

/** Dependencies of the session functions. */
export interface SessionServices {
  readonly kv: Deno.Kv;
  readonly db: Kysely<Database>;
  readonly config: Config;
  readonly now: () => Date;
  /** Called with the id of each session that was written. */
  readonly onSessionWritten?: (sessionId: string) => void;
  /** Children and references of other rooms. */
  readonly sessionParts?: SessionParts;
}

/** A live session with its id. */
export interface Session {
  readonly id: string;
  readonly record: SessionRecord;
}

/** The part of a session that a visitor can change. */
export interface SessionContent {
  readonly payload: SessionPayload;
  readonly track: string | null;
}

/** The outcome of a save: the stored session with the `Set-Cookie` value for its visitor, or a failure of the store. */
export type SaveOutcome =
  | { readonly ok: true; readonly session: Session; readonly setCookie: string }
  | { readonly ok: false };

/** Lifetime of a session without measurement consent. */
const UNCONSENTED_MS = DAY_MS;

/**
 * Most attempts. Only writes of other processes conflict, because those of this process are queued; each conflict means
 * that one of them succeeded.
 */
const MAX_ATTEMPTS = 64;

/**
 * Returns the session of a request. Returns null when the cookie is missing or malformed, when the session is unknown
 * or expired, and when the store does not answer, because a page without the session is better than no page.
 */
export async function readSession(
  services: SessionServices,
  request: Request,
): Promise<Session | null> {
  const shown = await shownSession(services, request);
  return shown.state === "live" ? { id: shown.id, record: shown.record } : null;
}

/**
 * Updates the session of a request: `change` receives the current content (null if none) and returns the new one.
 * Starts a session if there is none. Concurrent writes are applied one after another, each to the result of the one
 * before. Writes nothing when nothing changes.
 *
 * A session lives for 24 hours from its start, or for `SESSION_TTL_DAYS` with measurement consent; writes do not
 * prolong it. The consent is that of this request. Giving it extends the session. Withdrawing it deletes what may be
 * kept only with it; a session older than 24 hours is removed whole, and a new one starts.
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
 * Updates the session of a request like {@linkcode updateSession}, but starts none: for writes after the response, when
 * a cookie can no longer be set. When consent was withdrawn from a session older than 24 hours, that session is
 * removed. Does nothing when the store does not answer, which is logged.
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

const TIERS = ["measurement", "marketing"] as const satisfies readonly (keyof Consent)[];

/** A live session with its version, for the check of an atomic write. */
interface LiveSession {
  readonly key: Deno.KvKey;
  readonly versionstamp: string;
  readonly record: SessionRecord;
}

/**
 * Finds the session with an id that is live at a time; null when there is none.
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

/**
 * The session that a request's cookie names: `live`; `none` if it is absent, unknown or expired; `unknown` if the store
 * does not answer.
 */
export type ShownSession =
  | { readonly state: "live"; readonly id: string; readonly record: SessionRecord }
  | { readonly state: "none"; readonly id: string | null }
  | { readonly state: "unknown"; readonly id: string };

/**
 * Returns the session that a request's cookie names, for callers that must distinguish a missing session from a failed
 * store.
 */
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

/** Returns null when there is no session and `begins` is false. Writes of one session are queued. */
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
  const lifetimeMs = lifetimeOf(config, consent);
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const at = now().getTime();
    const found = claimed === null ? null : await find(kv, claimed, { at, mayRecall: tried === 0 });
    if (found === null && !begins) return null;
    const content = change(found?.entry.value ?? null);
    if (found !== null && isSame(found.entry.value, { ...content, consent })) {
      // The remembered record may be stale. A write would be checked against the store, but "nothing changed" has to be
      // read from it.
      if (found.isRemembered) continue;
      return { id: found.id, record: found.entry.value };
    }
    const isOver = found !== null && found.entry.value.createdAt + lifetimeMs <= at;
    if (isOver) await reachStore(kv, () => eraseSession(services, found.id));
    const kept = isOver ? null : found;
    if (kept === null && !begins) return null;
    // The new session takes over nothing of the one that is removed.
    const wanted = isOver ? change(null) : content;
    const before = kept?.entry.value.consent ?? NO_CONSENT;
    const withdrawn = TIERS.filter((tier) => before[tier] && !consent[tier]);
    const eraseWithdrawn = async () => {
      if (kept === null || withdrawn.length === 0) return;
      await reachStore(kv, () => eraseConsented(services, kept.id, withdrawn));
    };
    // Before the write, so that a failure is repeated: afterwards the record no longer tells that there was consent.
    await eraseWithdrawn();
    // A session that began while the clock was ahead lives no longer for it.
    const createdAt = Math.min(kept?.entry.value.createdAt ?? at, at);
    const session = {
      id: kept?.id ?? newSessionId(),
      record: { ...wanted, consent, createdAt, updatedAt: at, expiresAt: createdAt + lifetimeMs },
    };
    if (await writeSession(kv, { ...session, before: kept?.entry ?? null })) {
      // And after it, because a child may have been attached in between. From now on none can.
      await eraseWithdrawn();
      services.onSessionWritten?.(session.id);
      return session;
    }
  }
  throw new SessionStoreError(`Cannot store the session: ${MAX_ATTEMPTS} others were first`);
}

/** Finds a live session with its id, from memory if that is allowed and this process wrote it recently. */
async function find(
  kv: Deno.Kv,
  id: string,
  { at, mayRecall }: { readonly at: number; readonly mayRecall: boolean },
) {
  const remembered = mayRecall ? recall(kv, id, at) : null;
  const entry = remembered ?? await findSession(kv, id, at);
  return entry && { id, entry, isRemembered: remembered !== null };
}

function isSame(
  record: SessionRecord,
  { payload, track, consent }: SessionContent & { consent: Consent },
): boolean {
  return record.track === track && isDeepStrictEqual(record.consent, consent) &&
    isDeepStrictEqual(record.payload, payload);
}

/** Returns the `Set-Cookie` value that deletes the cookie of a removed session. */
export function forgettingCookie(
  services: Pick<SessionServices, "config">,
  request: Request,
): string {
  return noSessionCookie({ secure: isSecure(services, request) });
}

function isSecure({ config }: Pick<SessionServices, "config">, { url }: Request): boolean {
  return url.startsWith("https:") || (config.baseUrl?.startsWith("https:") ?? false);
}

/** Returns how long a session of this consent lives, in milliseconds. */
export function lifetimeOf({ session }: Config, { measurement }: Consent): number {
  return measurement ? session.ttlDays * DAY_MS : UNCONSENTED_MS;
}

/** With measurement consent the cookie lives as long as the record, otherwise until the browser closes. */
export function cookieOf(services: SessionServices, request: Request, session: Session): string {
  const { now } = services;
  const { consent, expiresAt } = session.record;
  return sessionCookie(session.id, {
    maxAgeSeconds: consent.measurement ? Math.ceil((expiresAt - now().getTime()) / 1000) : null,
    secure: isSecure(services, request),
  });
}
