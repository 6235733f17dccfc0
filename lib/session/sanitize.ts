/**
 * The sanitizer: the only way for outside input to enter a session. It keeps identifiers and one timestamp (spec §2.5).
 */
import { z } from "zod";
import { type Answer, isIdentifier, type SessionPayload } from "./schema.ts";

/** Most answered factors. */
export const MAX_ANSWERS = 100;
/** Most options in all answers together, so that the largest payload fits into one KV value. */
export const MAX_OPTIONS = 300;
/** Most systems in one field. */
export const MAX_SYSTEMS = 50;

const ANSWER_PREFIX = "answer:";
/** Most list elements that are searched for identifiers. */
const MAX_SEARCHED = 1000;

const Timestamp = z.iso.datetime({ offset: true }).max(40);
/** Length of an ISO timestamp of the years 0 to 9999, as stored. */
const TIMESTAMP_LENGTH = 24;

/**
 * Sanitizes any value to a payload; returns null when it is not an object. Drops unknown keys and values that are not
 * identifiers, and keeps the first ones up to the limits: {@linkcode MAX_SYSTEMS} systems per field, and
 * {@linkcode MAX_ANSWERS} factors with {@linkcode MAX_OPTIONS} options in total.
 *
 * Reads only own data properties, so no getter runs and nothing is inherited. Never throws: a value that cannot be
 * read, such as a hostile proxy, gives null too.
 */
export function sanitizePayload(value: unknown): SessionPayload | null {
  try {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    const systems = (key: string) => identifiers(elements(own(value, key))).slice(0, MAX_SYSTEMS);
    return {
      recommendation: identifiers([own(value, "recommendation")])[0] ?? null,
      alternatives: systems("alternatives"),
      systems_viewed: systems("systems_viewed"),
      completed_at: timestamp(own(value, "completed_at")),
      answers: answersOf(value),
    };
  } catch {
    return null;
  }
}

/** Returns an empty payload. */
export function emptyPayload(): SessionPayload {
  return {
    recommendation: null,
    alternatives: [],
    systems_viewed: [],
    completed_at: null,
    answers: {},
  };
}

/** Returns whether a body has `answer:*` keys only, as the wizard saves them (design §7). */
export function isAnswersAlone(value: unknown): boolean {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return keys.length > 0 && keys.every((key) => key.startsWith(ANSWER_PREFIX));
}

function answersOf(value: object): SessionPayload["answers"] {
  const answers: [string, Answer][] = [];
  let options = 0;
  for (const key of Object.keys(value)) {
    if (answers.length === MAX_ANSWERS || options === MAX_OPTIONS) break;
    const factorId = key.startsWith(ANSWER_PREFIX) ? key.slice(ANSWER_PREFIX.length) : null;
    if (!isIdentifier(factorId)) continue;
    const given = own(value, key);
    const chosen = identifiers(Array.isArray(given) ? elements(given) : [given])
      .slice(0, MAX_OPTIONS - options);
    const [first] = chosen;
    if (first === undefined) continue;
    options += chosen.length;
    answers.push([factorId, Array.isArray(given) ? chosen : first]);
  }
  return Object.fromEntries(answers);
}

/** The distinct identifiers among the values, in order. */
function identifiers(values: Iterable<unknown>): string[] {
  return [...new Set(Iterator.from(values).filter(isIdentifier))];
}

/** The first elements of a list; none for anything else. */
function* elements(value: unknown): Iterable<unknown> {
  if (!Array.isArray(value)) return;
  for (let index = 0; index < Math.min(value.length, MAX_SEARCHED); index++) {
    yield own(value, `${index}`);
  }
}

function timestamp(value: unknown): string | null {
  const parsed = Timestamp.safeParse(value);
  const text = parsed.success ? new Date(parsed.data).toISOString() : "";
  return text.length === TIMESTAMP_LENGTH ? text : null;
}

function own(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
