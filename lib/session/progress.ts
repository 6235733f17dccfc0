/** Saves and reads a buyer's progress through the questions, for pages without JavaScript. */
import { isDeepStrictEqual } from "node:util";
import { readConsent } from "../consent/mod.ts";
import { AppError, type Caller, type RateLimiter, takeShare } from "../http/mod.ts";
import {
  readSession,
  type SaveOutcome,
  type SessionContent,
  type SessionServices,
  shownSession,
  updateSession,
} from "./lifecycle.ts";
import { emptyPayload, sanitizePayload } from "./sanitize.ts";
import { isIdentifier, type SessionPayload } from "./schema.ts";

/** The progress that the wizard's URL holds. */
export interface Progress {
  readonly track: string | null;
  /** Chosen option ids by factor id, in the order in which they were answered. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** Saved progress. */
interface SavedProgress extends Progress {
  /** When the last question was answered; null while some are unanswered. */
  readonly completedAt: string | null;
  readonly updatedAt: Date;
}

/**
 * Saves the progress of a request, for the wizard without JavaScript. The rest of the session is kept, except a result
 * that belongs to other answers or another track. Returns the `Set-Cookie` value for the response, or null when the
 * store does not answer; the page works without it.
 */
export async function saveProgress(
  services: SessionServices,
  request: Request,
  { track, answers }: Progress,
): Promise<string | null> {
  const given = sanitizePayload(
    Object.fromEntries(Object.entries(answers).map(([id, options]) => [`answer:${id}`, options])),
  ) ?? emptyPayload();
  const content = { track: isIdentifier(track) ? track : null, answers: given.answers };
  return setCookieOf(
    await updateSession(services, request, (current) => ({
      track: content.track,
      payload: current === null ? given : withAnswers(current, content),
    })),
  );
}

/** Returns the progress of the request's session; null when it has no answers or the store does not answer. */
export async function readProgress(
  services: SessionServices,
  request: Request,
): Promise<SavedProgress | null> {
  const session = await readSession(services, request);
  if (session === null) return null;
  const { track, payload, updatedAt } = session.record;
  if (Object.keys(payload.answers).length === 0) return null;
  return {
    track,
    answers: asLists(payload.answers),
    completedAt: payload.completed_at,
    updatedAt: new Date(updatedAt),
  };
}

/**
 * Clears the payload and track of the request's session; the session itself stays. Does not start one. Returns the
 * `Set-Cookie` value, or null when nothing was stored.
 */
export async function clearProgress(
  services: SessionServices,
  request: Request,
): Promise<string | null> {
  if (await readSession(services, request) === null) return null;
  const nothing = { track: null, payload: emptyPayload() };
  return setCookieOf(await updateSession(services, request, () => nothing));
}

/** Sent by a browser that fetches or renders a page before anybody opens it. */
const FETCHED_AHEAD = "sec-purpose";

/**
 * Starts a session for a visitor who consents to measurement and has none, with the track whose questions a page asks:
 * the events of that page then belong to a visit and its track (spec §5, §4.9). A page that nobody may ever see starts none:
 * one that a browser fetches ahead, or of which only the headers were asked for. It counts as a write of its address, beyond
 * whose limit none is started. Returns the `Set-Cookie` value, or null when nothing was stored.
 */
export async function beginMeasured(
  services: SessionServices & { readonly rateLimiter: Pick<RateLimiter, "take"> },
  caller: Caller,
  track: string | null,
): Promise<string | null> {
  const { config: { cmp, trustProxy }, rateLimiter: limiter } = services;
  const { req: request } = caller;
  if (request.method !== "GET" || request.headers.has(FETCHED_AHEAD)) return null;
  const { measurement } = readConsent(request.headers.get("cookie"), cmp);
  if (!measurement || (await shownSession(services, request)).state !== "none") return null;
  try {
    await takeShare({ limiter, trustProxy }, "writes", caller);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  const content = { track: isIdentifier(track) ? track : null, payload: emptyPayload() };
  return setCookieOf(await updateSession(services, request, (current) => current ?? content));
}

function setCookieOf(outcome: SaveOutcome): string | null {
  return outcome.ok ? outcome.setCookie : null;
}

/** Replaces the answers, and drops the result if they or the track changed. */
function withAnswers(
  current: SessionContent,
  { track, answers }: Pick<SessionContent, "track"> & Pick<SessionPayload, "answers">,
): SessionPayload {
  const before = asLists(current.payload.answers);
  if (current.track === track && isDeepStrictEqual(before, asLists(answers))) {
    return current.payload;
  }
  const { systems_viewed } = current.payload;
  return { ...emptyPayload(), systems_viewed, answers };
}

function asLists(answers: SessionPayload["answers"]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [id, [answer].flat()]),
  );
}
