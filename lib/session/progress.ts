/** A buyer's way through the questions, as pages keep it and find it again. */
import { isDeepStrictEqual } from "node:util";
import {
  readSession,
  type SaveOutcome,
  type SessionContent,
  type SessionServices,
  updateSession,
} from "./lifecycle.ts";
import { emptyPayload, sanitizePayload } from "./sanitize.ts";
import { isIdentifier, type SessionPayload } from "./schema.ts";

/** What the wizard's address says, kept. */
export interface Progress {
  readonly track: string | null;
  /** Chosen options by factor, in the order of answering. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** Progress found again. */
export interface SavedProgress extends Progress {
  /** When the last question was answered; null while some are open. */
  readonly completedAt: string | null;
  readonly updatedAt: Date;
}

/**
 * Keeps the request's progress for the wizard without JavaScript. What else the session knows stays,
 * except a recommendation that other answers or another track led to. Gives the `Set-Cookie` value for
 * the page's answer, or null when the store does not answer: the page works without.
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

/** The progress of the request's session; null where there is no answer or the store gives none. */
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
 * Forgets the progress of the request's session; the session itself stays, and where there is none
 * none begins. Gives the `Set-Cookie` value, or null where nothing was stored.
 */
export async function clearProgress(
  services: SessionServices,
  request: Request,
): Promise<string | null> {
  if (await readSession(services, request) === null) return null;
  const nothing = { track: null, payload: emptyPayload() };
  return setCookieOf(await updateSession(services, request, () => nothing));
}

function setCookieOf(outcome: SaveOutcome): string | null {
  return outcome.ok ? outcome.setCookie : null;
}

/** The payload with these answers, and without the outcome of others. */
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
