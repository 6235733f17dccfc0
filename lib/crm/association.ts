/**
 * Associations between sessions and CRM contacts (spec §2.8, §3.2): opaque ids in the key-value store, deleted with the
 * session.
 */
import { z } from "zod";
import { chunked, getValid, readMany, retryLocked } from "../kv/mod.ts";
import {
  findExpiredIds,
  findLiveSession,
  type SessionChild,
  SessionStoreError,
} from "../session/mod.ts";

/** How a session was linked to its contact: by a lead form, or by the CRM's visitor cookie. */
type AssociationSource = "form" | "cookie";

const SOURCES: readonly AssociationSource[] = ["form", "cookie"];

/** The association of a session with a contact. */
export interface Association {
  readonly source: AssociationSource;
  readonly contactId: string;
  readonly associatedAt: Date;
}

/** The outcome of {@linkcode associate}, which never throws. */
export type AssociationOutcome =
  | { readonly ok: true; readonly association: Association }
  | {
    readonly ok: false;
    /** `unavailable` means that the store did not answer, so a retry may succeed; the other reasons are final. */
    readonly reason: "invalid_contact" | "unknown_session" | "no_consent" | "unavailable";
  };

const Stored = z.object({
  contact_id: z.string().regex(/^[0-9]{1,20}$/),
  associated_at: z.int().nonnegative(),
  sent_at: z.int().nonnegative().optional(),
});

const CONTACTS = "crm_session_contacts";

function contactKey(sessionId: string, source: AssociationSource): Deno.KvKey {
  return [CONTACTS, sessionId, source];
}

/**
 * The index entry by which the leads view lists associations in time order. Its value is the contact id; in entries of
 * older releases it is null.
 */
function timeKey(source: string, associatedAt: number, sessionId: string): Deno.KvKey {
  return ["crm_contacts_by_time", source, associatedAt, sessionId];
}

/**
 * The associations of a session and their index entries, which are deleted with it. One from the visitor cookie needs
 * consent to marketing; of one from a form, the submit is the consent (design §7).
 */
export const CONTACT_CHILDREN: SessionChild = {
  name: CONTACTS,
  tierOf: ([, , source]) => source === "cookie" ? "marketing" : null,
  indexKeys: ({ key: [, sessionId, source], value }) => {
    const { data } = Stored.safeParse(value);
    if (!data || typeof sessionId !== "string" || typeof source !== "string") return [];
    return [timeKey(source, data.associated_at, sessionId)];
  },
};

/** An association to store. */
export interface Tie {
  readonly sessionId: string;
  readonly source: AssociationSource;
  readonly contactId: string;
  /** False when the leads view already lists this lead under another session. Default true. */
  readonly isListed?: boolean;
  /**
   * When the lead was submitted. Leads may be synced in any order; a session belongs to the contact of its latest lead.
   */
  readonly sentAt?: Date;
}

const MAX_TRIES = 64;

/**
 * Associates a live session with a contact. A repeat from the same source updates its row (contact and time), so a
 * session has at most two (spec §3.2). An association from a lead that was sent later is kept, and returned instead.
 *
 * Never throws: an invalid contact id, an unknown or expired session, a session that no longer consents to marketing
 * (source `cookie`), and a store that does not answer are results with `ok: false`.
 */
export async function associate(
  { kv, now }: { readonly kv: Deno.Kv; readonly now: () => Date },
  { sessionId, source, contactId, isListed = true, sentAt }: Tie,
): Promise<AssociationOutcome> {
  if (!/^[0-9]{1,20}$/.test(contactId)) return { ok: false, reason: "invalid_contact" };
  try {
    for (let tried = 0; tried < MAX_TRIES; tried++) {
      const associatedAt = now();
      const session = await findLiveSession(kv, sessionId, associatedAt);
      if (session === null) return { ok: false, reason: "unknown_session" };
      // It may have been withdrawn while the CRM was asked.
      if (source === "cookie" && !session.record.consent.marketing) {
        return { ok: false, reason: "no_consent" };
      }
      const key = contactKey(sessionId, source);
      const before = await getValid(kv, key, Stored);
      if (before && sentAt && (before.value.sent_at ?? 0) > sentAt.getTime()) {
        return { ok: true, association: associationOf(source, before.value) };
      }
      const present = before ? before.versionstamp : (await kv.get(key)).versionstamp;
      const time = associatedAt.getTime();
      const write = () => {
        const operation = kv.atomic()
          // Fails if a purge removed the session meanwhile, so that no association outlives its session.
          .check({ key: session.key, versionstamp: session.versionstamp })
          .check({ key, versionstamp: present });
        if (before) operation.delete(timeKey(source, before.value.associated_at, sessionId));
        if (isListed) operation.set(timeKey(source, time, sessionId), contactId);
        return operation.set(key, {
          contact_id: contactId,
          associated_at: time,
          ...(sentAt && { sent_at: sentAt.getTime() }),
        }).commit();
      };
      if ((await retryLocked(write)).ok) {
        return { ok: true, association: { source, contactId, associatedAt } };
      }
    }
    return { ok: false, reason: "unavailable" };
  } catch {
    return { ok: false, reason: "unavailable" };
  }
}

function associationOf(
  source: AssociationSource,
  { contact_id, associated_at }: z.infer<typeof Stored>,
): Association {
  return { source, contactId: contact_id, associatedAt: new Date(associated_at) };
}

/**
 * Returns the associations of a session, form before cookie; an empty list when the store does not answer. It does not
 * check whether the session is still live.
 */
export async function findAssociations(kv: Deno.Kv, sessionId: string): Promise<Association[]> {
  try {
    const found = await Promise.all(
      SOURCES.map(async (source) => ({
        source,
        entry: await getValid(kv, contactKey(sessionId, source), Stored),
      })),
    );
    return found.flatMap(({ source, entry }) =>
      entry === null ? [] : [associationOf(source, entry.value)]
    );
  } catch {
    return [];
  }
}

/** Returns the sorted ids of the sessions associated with a contact. Scans every association. */
export async function sessionsOfContact(kv: Deno.Kv, contactId: string): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { key: [, id], value } of kv.list({ prefix: [CONTACTS] }, { batchSize: 500 })) {
    const tied = Stored.safeParse(value).data?.contact_id === contactId;
    if (tied && typeof id === "string") ids.add(id);
  }
  return [...ids].sort();
}

/** An association with its session's id. */
export interface ListedAssociation extends Association {
  readonly sessionId: string;
}

const TimeKey = z.tuple([z.string(), z.string(), z.number(), z.string()]);

/** The associations of a source, with `from` inclusive and `until` exclusive. */
interface AssociationRange {
  readonly source: AssociationSource;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Returns the selector of a range's index entries; null for one that is empty, at which the store throws. */
function selectorOf({ source, from, until }: AssociationRange): Deno.KvListSelector | null {
  const [first, end] = [from?.getTime() ?? 0, until?.getTime() ?? Number.MAX_SAFE_INTEGER];
  const prefix = ["crm_contacts_by_time", source];
  return first < end ? { start: [...prefix, first], end: [...prefix, end] } : null;
}

/**
 * Counts the associations of a range whose sessions are still live at `now`, up to `most`. It reads no session: the
 * removal of a session deletes its index entries in the same operation, so only a session that has expired and waits for
 * its purge has one too many.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function countAssociations(
  kv: Deno.Kv,
  { now, most, ...range }: AssociationRange & { readonly now: Date; readonly most: number },
): Promise<number> {
  const selector = selectorOf(range);
  if (selector === null) return 0;
  let count = 0;
  try {
    const expired = await findExpiredIds(kv, now);
    for await (const { key } of kv.list(selector, { batchSize: COUNTED_AT_ONCE })) {
      if (!expired.has(String(key.at(-1))) && ++count === most) break;
    }
  } catch (cause) {
    throw new SessionStoreError("Cannot count the associations", { cause });
  }
  return count;
}

/** The most that the store accepts. */
const COUNTED_AT_ONCE = 500;

/**
 * Yields the associations of a range in time order, newest first by default.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function* listAssociations(
  kv: Deno.Kv,
  { oldestFirst = false, ...range }: AssociationRange & { readonly oldestFirst?: boolean },
): AsyncGenerator<ListedAssociation, void> {
  const selector = selectorOf(range);
  if (selector === null) return;
  const { source } = range;
  const listed = kv.list(selector, { reverse: !oldestFirst, batchSize: LISTED_AT_ONCE });
  try {
    for await (const entries of chunked(listed, LISTED_AT_ONCE)) {
      yield* await readListed(kv, source, entries);
    }
  } catch (cause) {
    throw new SessionStoreError("Cannot list the associations", { cause });
  }
}

/** Index entries that are read together. */
const LISTED_AT_ONCE = 100;

/** Returns the associations of some index entries. Reads only those whose entries do not say the contact. */
async function readListed(
  kv: Deno.Kv,
  source: AssociationSource,
  entries: readonly Deno.KvEntry<unknown>[],
): Promise<ListedAssociation[]> {
  const listed = entries.flatMap(({ key, value }) => {
    const { data } = TimeKey.safeParse(key);
    return data ? [{ time: data[2], sessionId: data[3], contact: value }] : [];
  });
  const older = listed.filter(({ contact }) => typeof contact !== "string");
  const keys = older.map(({ sessionId }) => contactKey(sessionId, source));
  const stored = new Map(
    (await readMany(kv, keys)).map((
      { value },
      index,
    ) => [older[index], Stored.safeParse(value).data]),
  );
  return listed.flatMap((entry): ListedAssociation[] => {
    const { time, sessionId, contact } = entry;
    const read = stored.get(entry);
    const known = read?.associated_at === time ? read.contact_id : contact;
    if (typeof known !== "string") return [];
    return [{ sessionId, source, contactId: known, associatedAt: new Date(time) }];
  });
}
