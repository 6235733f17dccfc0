/** The leads view: sessions with a form association, for as long as the session lives (spec §2.10). */
import type { Kysely } from "kysely";
import type { CatalogSource } from "../catalog/mod.ts";
import type { Database } from "../db/mod.ts";
import { chunked } from "../kv/mod.ts";
import { findSessions } from "../session/mod.ts";
import { listAssociations, type ListedAssociation } from "./association.ts";
import {
  type HotLeadFacts,
  hotLeadFacts,
  type HotLeadRule,
  inactiveBecause,
  judgeHotLead,
} from "./hot_lead.ts";
import { type LeadProfile, leadProfile, type LeadSource } from "./lead_profile.ts";
import { readCrmSettings } from "./settings.ts";

/** Dependencies of reading leads. */
export interface LeadServices {
  readonly kv: Deno.Kv;
  readonly db: Kysely<Database>;
  readonly catalog: Pick<CatalogSource, "current">;
  readonly now: () => Date;
}

/** The filters of the leads view. */
export interface LeadFilter {
  readonly track?: string | undefined;
  /** First moment (inclusive) and last (exclusive) of the association. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only hot leads. */
  readonly hot?: boolean | undefined;
  /** Number of the contact in the CRM. */
  readonly contactId?: string | undefined;
}

/** A lead with the key that identifies it in the list and in its page's URL. */
export interface ListedLead extends LeadProfile {
  /** `<associated at, in ms>-<contact id>`. */
  readonly key: string;
}

/** Order and start of a listing. */
export interface LeadOrder {
  readonly oldestFirst?: boolean | undefined;
  /** Start after the lead with this key. */
  readonly after?: string | undefined;
}

/** Associations read at a time. */
const BATCH = 100;

/**
 * Yields the matching leads lazily, in time order. An association whose session is gone is not a lead. Leads of the
 * same millisecond are ordered by session id.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function* matchingLeads(
  services: LeadServices,
  filter: LeadFilter,
  order: LeadOrder = {},
): AsyncGenerator<ListedLead> {
  const rule = await readCrmSettings(services.db);
  for await (const found of findLeads(services, rule, filter, order)) {
    yield profileOf(services, rule, found);
  }
}

/** A lead before its profile is built, which costs more than finding it. */
export interface FoundLead extends LeadSource, Pick<ListedLead, "key"> {}

/** How many more leads a search looks at, and the last of those when it stopped before the end. */
export interface Reach {
  left: number;
  stoppedAt: string | null;
}

/** Does the work of {@linkcode matchingLeads} without building profiles. */
export async function* findLeads(
  services: LeadServices,
  rule: HotLeadRule,
  filter: LeadFilter,
  { oldestFirst = false, after, reach = { left: Infinity, stoppedAt: null } }:
    & LeadOrder
    & { readonly reach?: Reach } = {},
): AsyncGenerator<FoundLead> {
  // An inactive rule flags nothing (spec §2.6), so no lead need be read.
  if (filter.hot === true && inactiveBecause(rule) !== null) return;
  const start = after === undefined ? null : timeOfKey(after);
  let passed = start === null;
  let last: string | null = null;
  for await (
    const batch of batches(services.kv, { ...filter, oldestFirst, at: start ?? undefined })
  ) {
    const asked = filter.contactId === undefined
      ? batch
      : batch.filter(({ contactId }) => contactId === filter.contactId);
    if (reach.left <= 0) {
      reach.stoppedAt = last;
      return;
    }
    reach.left -= asked.length;
    for (const lead of await withSessions(services, asked)) {
      last = lead.key;
      if (!passed) {
        // Leads of the same millisecond as `after`, up to and including it, were on the previous page.
        if (lead.associatedAt.getTime() === start?.getTime()) {
          passed = lead.key === after;
          continue;
        }
        passed = true;
      }
      if (matches(services, rule, lead, filter)) yield lead;
    }
  }
}

function matches(
  { catalog }: LeadServices,
  rule: HotLeadRule,
  { track, payload }: FoundLead,
  filter: LeadFilter,
): boolean {
  if (filter.track !== undefined && track !== filter.track) return false;
  return filter.hot !== true || judgeHotLead(rule, hotLeadFacts(catalog.current(), payload)).hot;
}

/** Builds the profile of a lead that was found. */
export function profileOf(
  { catalog }: LeadServices,
  rule: HotLeadRule,
  found: FoundLead,
): ListedLead {
  return { ...leadProfile(catalog.current(), rule, found), key: found.key };
}

interface BatchQuery extends Pick<LeadFilter, "from" | "until"> {
  readonly oldestFirst: boolean;
  /** Time to start at, inclusive. */
  readonly at: Date | undefined;
}

function batches(
  kv: Deno.Kv,
  { from, until, oldestFirst, at }: BatchQuery,
): AsyncGenerator<ListedAssociation[]> {
  const first = oldestFirst ? later(from, at) : from;
  const end = oldestFirst ? until : earlier(until, at && new Date(at.getTime() + 1));
  const range = { ...(first && { from: first }), ...(end && { until: end }) };
  return chunked(listAssociations(kv, { source: "form", ...range, oldestFirst }), BATCH);
}

function later(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? (a > b ? a : b) : a ?? b;
}

function earlier(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? (a < b ? a : b) : a ?? b;
}

async function withSessions(
  { kv, now }: LeadServices,
  associations: readonly ListedAssociation[],
): Promise<FoundLead[]> {
  const ids = associations.map(({ sessionId }) => sessionId);
  const sessions = await findSessions(kv, ids, now().getTime());
  return associations.flatMap(({ sessionId, contactId, associatedAt }): FoundLead[] => {
    const session = sessions.get(sessionId);
    if (session === undefined) return [];
    const { track, payload } = session;
    const key = `${associatedAt.getTime()}-${contactId}`;
    return [{ contactId, associatedAt, track, payload, key }];
  });
}

/**
 * Finds the lead with a key; null when it does not exist (any more) or the key is invalid.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findLead(services: LeadServices, key: string): Promise<ListedLead | null> {
  const at = timeOfKey(key);
  if (at === null) return null;
  const range = { from: at, until: new Date(at.getTime() + 1) };
  for await (const lead of matchingLeads(services, range)) if (lead.key === key) return lead;
  return null;
}

/**
 * Returns the facts that the hot-lead rule tests, of the latest `limit` leads, latest first.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function latestLeadFacts(
  services: LeadServices,
  limit: number,
): Promise<HotLeadFacts[]> {
  const snapshot = services.catalog.current();
  const facts: HotLeadFacts[] = [];
  for await (const batch of batches(services.kv, { oldestFirst: false, at: undefined })) {
    for (const { payload } of await withSessions(services, batch)) {
      facts.push(hotLeadFacts(snapshot, payload));
      if (facts.length === limit) return facts;
    }
  }
  return facts;
}

function timeOfKey(key: string): Date | null {
  const [, ms] = /^(\d{1,15})-\d{1,20}$/.exec(key) ?? [];
  return ms === undefined ? null : new Date(Number(ms));
}
