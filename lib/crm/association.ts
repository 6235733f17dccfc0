/** Which contact a session belongs to (spec §2.8, §3.2): opaque numbers, in the key-value store, gone with the session. */
import { z } from "zod";
import { getValid, retryLocked } from "../kv/mod.ts";
import { findLiveSession, type SessionChild } from "../session/mod.ts";

/** How a session came to its contact: the buyer said so, or the CRM's cookie did. */
export type AssociationSource = "form" | "cookie";

const SOURCES: readonly AssociationSource[] = ["form", "cookie"];

/** A session's tie to a contact. */
export interface Association {
  readonly source: AssociationSource;
  readonly contactId: string;
  readonly associatedAt: Date;
}

/** What came of an association; nothing is thrown. */
export type AssociationOutcome =
  | { readonly ok: true; readonly association: Association }
  | {
    readonly ok: false;
    /** `unavailable`: the store does not answer; all else is for good. */
    readonly reason: "invalid_contact" | "unknown_session" | "unavailable";
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

/** Where the leads view finds an association, in the order of time. */
function timeKey(source: string, associatedAt: number, sessionId: string): Deno.KvKey {
  return ["crm_contacts_by_time", source, associatedAt, sessionId];
}

/** What hangs on a session here, with the index entries that go along. */
export const CONTACT_CHILDREN: SessionChild = {
  name: CONTACTS,
  indexKeys: ({ key: [, sessionId, source], value }) => {
    const { data } = Stored.safeParse(value);
    if (!data || typeof sessionId !== "string" || typeof source !== "string") return [];
    return [timeKey(source, data.associated_at, sessionId)];
  },
};

/** Who is tied to which contact. */
export interface Tie {
  readonly sessionId: string;
  readonly source: AssociationSource;
  readonly contactId: string;
  /** False for a session whose lead is listed with another one; true unless told otherwise. */
  readonly isListed?: boolean;
  /** When the lead came that ties them. Leads land in any order, and a session belongs to the contact of its last one. */
  readonly sentAt?: Date;
}

const MAX_TRIES = 64;

/**
 * Ties a session that lives to a contact. The same source again updates its one row, contact and time; a session has
 * two at most. Nothing is written for a session that is unknown or expired, nor for what is no number of a contact. Where a
 * lead that was sent later has tied it already, that association stays, and is given.
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
      const key = contactKey(sessionId, source);
      const before = await getValid(kv, key, Stored);
      if (before && sentAt && (before.value.sent_at ?? 0) > sentAt.getTime()) {
        return { ok: true, association: associationOf(source, before.value) };
      }
      const present = before ? before.versionstamp : (await kv.get(key)).versionstamp;
      const time = associatedAt.getTime();
      const write = () => {
        const operation = kv.atomic()
          // A purge that comes first has removed what this would leave behind.
          .check({ key: session.key, versionstamp: session.versionstamp })
          .check({ key, versionstamp: present });
        if (before) operation.delete(timeKey(source, before.value.associated_at, sessionId));
        if (isListed) operation.set(timeKey(source, time, sessionId), null);
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
 * The contacts that a session is tied to, by form before by cookie; none where the store does not answer. They count for
 * as long as the session lives.
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

/** The ids of the sessions that are tied to a contact, in their order. Looks at every association. */
export async function sessionsOfContact(kv: Deno.Kv, contactId: string): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { key: [, id], value } of kv.list({ prefix: [CONTACTS] }, { batchSize: 500 })) {
    const tied = Stored.safeParse(value).data?.contact_id === contactId;
    if (tied && typeof id === "string") ids.add(id);
  }
  return [...ids].sort();
}

/** An association with the session that it belongs to. */
export interface ListedAssociation extends Association {
  readonly sessionId: string;
}

const TimeKey = z.tuple([z.string(), z.string(), z.number(), z.string()]);

/**
 * Associations of a source by their time, the newest first unless told otherwise, from `from` on and before `until`.
 * An entry whose association is gone, or has moved on, is left out.
 *
 * @throws when the store fails.
 */
export async function* listAssociations(
  kv: Deno.Kv,
  { source, from, until, oldestFirst = false }: {
    readonly source: AssociationSource;
    readonly from?: Date;
    readonly until?: Date;
    readonly oldestFirst?: boolean;
  },
): AsyncGenerator<ListedAssociation, void> {
  const prefix = ["crm_contacts_by_time", source];
  const selector = {
    start: [...prefix, from?.getTime() ?? 0],
    end: [...prefix, until?.getTime() ?? Number.MAX_SAFE_INTEGER],
  };
  let keys: Deno.KvKey[] = [];
  for await (const { key } of kv.list(selector, { reverse: !oldestFirst, batchSize: 100 })) {
    keys.push(key);
    if (keys.length < MAX_KEYS) continue;
    yield* await readListed(kv, source, keys);
    keys = [];
  }
  if (keys.length > 0) yield* await readListed(kv, source, keys);
}

/** How many keys the store reads at once. */
const MAX_KEYS = 10;

/** What the entries of the order of time stand for. */
async function readListed(
  kv: Deno.Kv,
  source: AssociationSource,
  timeKeys: readonly Deno.KvKey[],
): Promise<ListedAssociation[]> {
  const listed = timeKeys.flatMap((key) => {
    const { data } = TimeKey.safeParse(key);
    return data ? [{ time: data[2], sessionId: data[3] }] : [];
  });
  const keys = listed.map(({ sessionId }) => contactKey(sessionId, source));
  const entries = await kv.getMany<unknown[]>(keys);
  return listed.flatMap(({ time, sessionId }, index) => {
    const { data } = Stored.safeParse(entries[index]?.value);
    if (data?.associated_at !== time) return [];
    return [{ sessionId, source, contactId: data.contact_id, associatedAt: new Date(time) }];
  });
}
