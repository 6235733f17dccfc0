/**
 * Syncs the later activity of an associated visitor to their contact (spec §4.11a): debounced, and only when a mapped
 * value has changed.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Snapshot } from "../catalog/mod.ts";
import { getValid, retryLocked } from "../kv/mod.ts";
import {
  type AttachServices,
  attachToSession,
  findLiveSession,
  type SessionChild,
} from "../session/mod.ts";
import { type Association, findAssociations } from "./association.ts";
import type { ConnectedCrm } from "./process.ts";
import { clearRefusals, noteRefusals } from "./refusals.ts";
import { readCrmSettings, readFieldMappings } from "./settings.ts";
import { updateById } from "./upsert.ts";
import { type ContactValues, contactValues, needsTypes } from "./values.ts";
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";

/** Dependencies of the activity sync. */
export interface ActivityServices {
  readonly kv: Deno.Kv;
  readonly db: Kysely<Database>;
  readonly catalog: { current(): Snapshot };
  readonly now: () => Date;
}

/**
 * The outcome of an activity sync. `same`: the contact already has every value. `nobody`: the session is gone or has no
 * association that may be used.
 */
export type ActivityOutcome = "synced" | "same" | "nobody" | "failed";

const ACTIVITY = "crm_activity";
const Synced = z.object({ digest: z.string() });

/**
 * The KV values of this file, which are deleted with their session. The digest names a contact that may be known from
 * the visitor cookie alone; without it, the values are sent once more.
 */
export const ACTIVITY_CHILDREN: SessionChild = {
  name: ACTIVITY,
  tierOf: ([, , kind]) => kind === "synced" ? "marketing" : null,
};

function syncedKey(sessionId: string): Deno.KvKey {
  return [ACTIVITY, sessionId, "synced"];
}

function dueKey(sessionId: string): Deno.KvKey {
  return [ACTIVITY, sessionId, "due"];
}

/** Values that were sent to a contact. */
interface Sent extends Pick<Association, "source" | "contactId"> {
  readonly values: ContactValues;
  /**
   * Version of the former record when they were sent, null if there was none. If other values were recorded since, nobody
   * knows which the contact has, and these are not recorded. Leave it out for the values of a lead, which activity follows.
   */
  readonly since?: string | null;
}

/**
 * Records which values a contact has, so that they are not sent again. Does nothing when the session is gone.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function noteSynced(
  services: AttachServices,
  sessionId: string,
  { source, contactId, values, since }: Sent,
): Promise<void> {
  const digest = digestOf(contactId, values);
  const key = syncedKey(sessionId);
  await attachToSession(services, sessionId, async (operation, { consent }) => {
    operation.delete(dueKey(sessionId));
    // It may have been withdrawn while the CRM was asked.
    if (source === "cookie" && !consent.marketing) return;
    const latest = await services.kv.get(key);
    operation.check(latest);
    const { data: former } = Synced.safeParse(latest.value);
    const isLatest = since === undefined || latest.versionstamp === since;
    if (isLatest || former?.digest === digest) operation.set(key, { digest });
    else operation.delete(key);
  });
}

/**
 * Marks a session's activity as due for {@linkcode dueActivity}. It is then sent whether or not it was sent before,
 * because a failed update may still have reached the contact. Does nothing when the session is gone.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function noteDue(services: AttachServices, sessionId: string): Promise<void> {
  await attachToSession(services, sessionId, (operation) => {
    operation.set(dueKey(sessionId), true).delete(syncedKey(sessionId));
  });
}

/** Yields the ids of the sessions whose activity is due, in order, from one on. */
export async function* dueActivity(kv: Deno.Kv, from = ""): AsyncGenerator<string, void> {
  const range = { prefix: [ACTIVITY], start: [ACTIVITY, from] };
  for await (const { key: [, sessionId, kind] } of kv.list(range)) {
    if (kind === "due" && typeof sessionId === "string") yield sessionId;
  }
}

/**
 * Syncs the mapped values of a session to its contact: the contact of the form association, or else that of the cookie
 * association while the visitor consents to marketing. A failed sync is marked as due for the next run.
 */
export async function syncActivity(
  services: ActivityServices,
  { client, metadata }: ConnectedCrm,
  { sessionId, signal }: { readonly sessionId: string; readonly signal: AbortSignal },
): Promise<ActivityOutcome> {
  const { kv, db, catalog, now } = services;
  const session = await findLiveSession(kv, sessionId, now());
  const [association] = session === null ? [] : await findAssociations(kv, sessionId);
  const isWanted = association?.source === "form" || session?.record.consent.marketing;
  if (!session || !association || !isWanted) {
    await retryLocked(() => kv.delete(dueKey(sessionId)));
    return "nobody";
  }
  const { payload, track } = session.record;
  const [settings, mappings] = [await readCrmSettings(db), await readFieldMappings(db)];
  const source = { payload, track, settings, catalog: catalog.current() };
  const typeOf = needsTypes(mappings, source) ? await metadata.fieldTypes(signal) : () => null;
  const values = contactValues(mappings, source, typeOf);
  const { source: how, contactId } = association;
  const synced = await getValid(kv, syncedKey(sessionId), Synced);
  if (values.size === 0 || synced?.value.digest === digestOf(contactId, values)) {
    await retryLocked(() => kv.delete(dueKey(sessionId)));
    return "same";
  }
  const result = await updateById(client, { id: contactId, values }, signal);
  if (!result.ok) {
    await noteDue(services, sessionId);
    return "failed";
  }
  const dropped = result.value?.dropped ?? [];
  const refusals = dropped.map((subject) => ({ kind: "field" as const, subject, status: 400 }));
  await noteRefusals(db, refusals, now());
  await clearRefusals(db, "field", [...values.keys()].filter((id) => !dropped.includes(id)));
  const since = synced?.versionstamp ?? null;
  await noteSynced(services, sessionId, { source: how, contactId, values, since });
  return "synced";
}

function digestOf(contactId: string, values: ContactValues): string {
  const pairs = [...values].sort(([a], [b]) => a < b ? -1 : 1);
  return createHash("sha256").update(JSON.stringify([contactId, pairs])).digest("base64url");
}
