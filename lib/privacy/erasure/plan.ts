/** What an erasure would take, counted store by store, with a hash that moves with anything counted (spec §5). */
import { createHash, type Hash } from "node:crypto";
import { countEvents } from "../../analytics/mod.ts";
import { type DoomedLead, findDoomedLeads, sessionsOfContact } from "../../crm/mod.ts";
import {
  listChildren,
  placesOf,
  readRecords,
  SESSION_CHILDREN,
  sessionsBegunBefore,
  type SessionServices,
} from "../../session/mod.ts";
import type { Choice } from "./choice.ts";

/** Where what is erased is kept, and what the clock says. */
export type ErasureServices = Pick<Required<SessionServices>, "kv" | "db" | "now" | "sessionParts">;

/** How much there is of one kind in one store. */
export interface StoreCount {
  readonly store: "kv" | "sql";
  /** First part of the keys, or the table. */
  readonly name: string;
  readonly count: number;
}

/** What would go. */
export interface ErasurePlan {
  readonly choice: Choice;
  /** Every kind there is, those of which there is nothing included. */
  readonly counts: readonly StoreCount[];
  /** The same as long as nothing that is counted has changed. */
  readonly hash: string;
  /** In their order; of some nothing but what hangs on them may be left. */
  readonly sessionIds: readonly string[];
  readonly leads: readonly DoomedLead[];
}

/** Sessions that one statement names. */
const BATCH = 500;

/** Reads what an erasure would take, and writes nothing. */
export async function readPlan(services: ErasureServices, choice: Choice): Promise<ErasurePlan> {
  const { kv, db, now, sessionParts } = services;
  const ids = await chosenSessions(services, choice);
  const leads = await findDoomedLeads(db, leadChoice(choice, ids), { now: now() });
  const hash = createHash("sha256").update(`${JSON.stringify(choice)}\n`);
  const counted = new Map<string, number>([["sessions", 0]]);
  for (const { name } of [...SESSION_CHILDREN, ...sessionParts.children]) counted.set(name, 0);
  const recordless = new Set<string>();
  for await (const { id, versionstamp, children } of readSessions(services, ids)) {
    note(hash, ["session", id, versionstamp]);
    if (versionstamp === null) recordless.add(id);
    else add(counted, "sessions", 1);
    for (const { name, entry } of children) {
      note(hash, [...entry.key.map(String), entry.versionstamp]);
      add(counted, name, 1);
    }
  }
  // Of a session without a record its place in the index is all there is.
  const places = recordless.size === 0 ? [] : await placesOf(kv, recordless);
  add(counted, "sessions", places.length);
  for (const key of places) note(hash, key.map(String));
  for (const { id, mark } of leads) note(hash, ["lead", id, mark]);
  let events = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    const { count, mark } = await countEvents(db, ids.slice(from, from + BATCH));
    events += count;
    note(hash, ["events", mark]);
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

/** Sessions whose children are read at a time. */
const AT_ONCE = 32;

async function* readSessions(services: ErasureServices, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    const children = await Promise.all(part.map((id) => listChildren(services, id)));
    let index = 0;
    for await (const record of readRecords(services.kv, part)) {
      yield { ...record, children: children[index++] ?? [] };
    }
  }
}

/** Whether a plan takes anything. */
export function isEmptyPlan({ counts }: Pick<ErasurePlan, "counts">): boolean {
  return counts.every(({ count }) => count === 0);
}

/** Which leads go with a choice, given its sessions. */
export function leadChoice(choice: Choice, sessionIds: readonly string[]) {
  return {
    sessionIds,
    ...(choice.kind === "contact" && { contactId: choice.contactId }),
    ...(choice.kind === "date" && { before: momentOf(choice.before) }),
  };
}

/** A lead of a contact names the session that it came from, whether or not the two are tied: that one goes as well. */
async function chosenSessions(
  { kv, db, now }: ErasureServices,
  choice: Choice,
): Promise<string[]> {
  switch (choice.kind) {
    case "session":
      return [choice.sessionId];
    case "contact": {
      const tied = await sessionsOfContact(kv, choice.contactId);
      const leads = await findDoomedLeads(db, leadChoice(choice, []), { now: now() });
      const left = leads.flatMap(({ sessionId }) => sessionId ?? []);
      return [...new Set([...tied, ...left])].sort();
    }
    case "date":
      return await sessionsBegunBefore(kv, momentOf(choice.before).getTime());
  }
}

function momentOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function add(counted: Map<string, number>, name: string, count: number): void {
  counted.set(name, (counted.get(name) ?? 0) + count);
}

/** Parts are told apart, so that no two things give the same text. */
function note(hash: Hash, parts: readonly (string | null)[]): void {
  hash.update(`${JSON.stringify(parts)}\n`);
}
