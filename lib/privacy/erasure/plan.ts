/**
 * The plan of an erasure: what it would delete, counted by store, with a hash that changes when any of it changes (spec
 * §5).
 */
import { createHash, type Hash } from "node:crypto";
import { countEvents } from "@/lib/analytics/mod.ts";
import {
  type DoomedLead,
  findDoomedLeads,
  sendersToContact,
  sessionsOfContact,
} from "@/lib/crm/mod.ts";
import {
  placesOf,
  reachStore,
  readRecords,
  type SeenSession,
  SESSION_CHILDREN,
  sessionsBegunBefore,
  type SessionServices,
  surveyChildren,
} from "@/lib/session/mod.ts";
import { endTurn } from "@/lib/timing/mod.ts";
import type { Choice } from "./choice.ts";

/** Dependencies of an erasure. */
export type ErasureServices = Pick<Required<SessionServices>, "kv" | "db" | "now" | "sessionParts">;

/** The number of records of one kind. */
interface StoreCount {
  readonly store: "kv" | "sql";
  /** First part of the KV keys, or the table name. */
  readonly name: string;
  readonly count: number;
}

/** The records that an erasure would delete. */
export interface ErasurePlan {
  readonly choice: Choice;
  /** Counts of every kind, including zero. */
  readonly counts: readonly StoreCount[];
  /** Changes when anything that is counted changes. */
  readonly hash: string;
  /** Sorted. Some of these sessions may have no record any more, only children or an index entry. */
  readonly sessionIds: readonly string[];
  readonly leads: readonly DoomedLead[];
}

/** Most session ids in one statement. */
const BATCH = 500;

/** Sessions and leads hashed between two turns of the event loop, which takes a few milliseconds. */
const TURN = 1_000;

/** Enough to scan the sessions of a large store. */
const SCANNING_MS = 60_000;

/**
 * Reads the plan of an erasure. Writes nothing.
 *
 * @throws {SessionStoreError} when the session store does not answer.
 */
export async function readPlan(services: ErasureServices, choice: Choice): Promise<ErasurePlan> {
  const { kv, db, now, sessionParts } = services;
  const sessions = await chosenSessions(services, choice);
  const ids = sessions.map(({ id }) => id);
  const leads = await findDoomedLeads(db, leadChoice(choice, ids), { now: now() });
  const hash = createHash("sha256").update(`${JSON.stringify(choice)}\n`);
  const counted = new Map<string, number>([["sessions", 0]]);
  for (const { name } of [...SESSION_CHILDREN, ...sessionParts.children]) counted.set(name, 0);
  const recordless = new Set<string>();
  let hashed = 0;
  const letOthersRun = async () => {
    if (++hashed % TURN === 0) await endTurn();
  };
  const children = await scan(kv, () => surveyChildren(services, ids));
  for (const { id, versionstamp: version } of sessions) {
    addToHash(hash, ["session", id, version]);
    if (version === null) recordless.add(id);
    else add(counted, "sessions", 1);
    for (const { name, key, versionstamp } of children.get(id) ?? []) {
      addToHash(hash, [...key.map(String), versionstamp]);
      add(counted, name, 1);
    }
    await letOthersRun();
  }
  // A session without a record may still have an index entry.
  const places = recordless.size === 0 ? [] : await scan(kv, () => placesOf(kv, recordless));
  add(counted, "sessions", places.length);
  for (const key of places) addToHash(hash, key.map(String));
  for (const { id, mark } of leads) {
    addToHash(hash, ["lead", id, mark]);
    await letOthersRun();
  }
  let events = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    const { count, mark } = await countEvents(db, ids.slice(from, from + BATCH));
    events += count;
    addToHash(hash, ["events", mark]);
  }
  return {
    choice,
    counts: [
      ...Array.from(counted, ([name, count]) => ({ store: "kv" as const, name, count })),
      { store: "sql", name: "crm_sync_queue", count: leads.length },
      { store: "sql", name: "analytics_events", count: events },
    ],
    hash: hash.digest("base64url"),
    sessionIds: ids,
    leads,
  };
}

function scan<T>(kv: Deno.Kv, run: () => Promise<T>): Promise<T> {
  return reachStore(kv, run, { timeoutMs: SCANNING_MS });
}

/** Returns whether a plan deletes nothing. */
export function isEmptyPlan({ counts }: Pick<ErasurePlan, "counts">): boolean {
  return counts.every(({ count }) => count === 0);
}

/** Returns the choice of leads for an erasure of these sessions. */
export function leadChoice(choice: Choice, sessionIds: readonly string[]) {
  return {
    sessionIds,
    ...(choice.kind === "contact" && { contactId: choice.contactId }),
    ...(choice.kind === "date" && { before: momentOf(choice.before) }),
  };
}

/** The erasure of a contact also takes the sessions that sent its leads, because they may have no association yet. */
async function chosenSessions(
  { kv, db }: ErasureServices,
  choice: Choice,
): Promise<SeenSession[]> {
  const read = (ids: readonly string[]) => scan(kv, () => readRecords(kv, ids));
  switch (choice.kind) {
    case "session":
      return await read([choice.sessionId]);
    case "contact": {
      const tied = await scan(kv, () => sessionsOfContact(kv, choice.contactId));
      const left = await sendersToContact(db, choice.contactId);
      return await read([...new Set([...tied, ...left])].sort());
    }
    case "date": {
      const before = momentOf(choice.before).getTime();
      return await scan(kv, () => sessionsBegunBefore(kv, before));
    }
  }
}

function momentOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function add(counted: Map<string, number>, name: string, count: number): void {
  counted.set(name, (counted.get(name) ?? 0) + count);
}

/** JSON keeps the parts distinct, so that different parts cannot produce the same text. */
function addToHash(hash: Hash, parts: readonly (string | null)[]): void {
  hash.update(`${JSON.stringify(parts)}\n`);
}
