/** The only way into a session: whatever comes, identifiers leave (spec §2.5). */
import { z } from "zod";
import { type Answer, isIdentifier, type SessionPayload } from "./schema.ts";

/** Most factors answered. */
export const MAX_ANSWERS = 100;
/** Most options chosen in all answers together, so that the largest payload fits into one value of the store. */
export const MAX_OPTIONS = 300;
/** Most systems in one field. */
export const MAX_SYSTEMS = 50;

const ANSWER_PREFIX = "answer:";
/** How far a list is searched for identifiers. */
const MAX_SEARCHED = 1000;

const Timestamp = z.iso.datetime({ offset: true }).max(40);
/** Length of a timestamp of the years 0 to 9999 as it is stored. */
const TIMESTAMP_LENGTH = 24;

/**
 * Makes a payload of any value at all; null where it is not an object. Keys that the spec does not name
 * and values that are no identifier are dropped, and of too many the first stay: {@linkcode MAX_SYSTEMS}
 * systems in each field, and {@linkcode MAX_ANSWERS} factors with {@linkcode MAX_OPTIONS} options in all.
 *
 * Only data properties of the value itself are read: no getter runs, nothing inherited counts, and a
 * value that fights being read is refused like any other non-object. It never throws.
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

/** A payload with nothing in it. */
export function emptyPayload(): SessionPayload {
  return {
    recommendation: null,
    alternatives: [],
    systems_viewed: [],
    completed_at: null,
    answers: {},
  };
}

/** Whether a body holds answers and nothing else, as the wizard saves them (design §7). */
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

/** The different identifiers among the values, in order. */
function identifiers(values: Iterable<unknown>): string[] {
  return [...new Set(Iterator.from(values).filter(isIdentifier))];
}

/** The elements of a list, as far as it is searched; none of anything else. */
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
