/** The leads view: sessions with a form association, for as long as the session lives (spec §2.10). */
import type { Kysely } from "kysely";
import type { CatalogSource } from "../catalog/mod.ts";
import type { Database } from "../db/mod.ts";
import { findSessions } from "../session/mod.ts";
import { listAssociations, type ListedAssociation } from "./association.ts";
import { type HotLeadFacts, hotLeadFacts, type HotLeadRule, inactiveBecause } from "./hot_lead.ts";
import { type LeadProfile, leadProfile } from "./lead_profile.ts";
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
  { oldestFirst = false, after }: LeadOrder = {},
): AsyncGenerator<ListedLead> {
  const rule = await readCrmSettings(services.db);
  // An inactive rule flags nothing (spec §2.6), so no lead need be read.
  if (filter.hot === true && inactiveBecause(rule) !== null) return;
  const start = after === undefined ? null : timeOfKey(after);
  let passed = start === null;
  for await (
    const batch of batches(services.kv, { ...filter, oldestFirst, at: start ?? undefined })
  ) {
    for (const lead of await profilesOf(services, rule, batch)) {
      if (!passed) {
        // Leads of the same millisecond as `after`, up to and including it, were on the previous page.
        if (lead.at.getTime() === start?.getTime()) {
          passed = lead.key === after;
          continue;
        }
        passed = true;
      }
      if (matches(lead, filter)) yield lead;
    }
  }
}

function matches({ track, verdict }: ListedLead, filter: LeadFilter): boolean {
  return (filter.track === undefined || track?.id === filter.track) &&
    (filter.hot !== true || verdict.hot);
}

interface BatchQuery extends Pick<LeadFilter, "from" | "until"> {
  readonly oldestFirst: boolean;
  /** Time to start at, inclusive. */
  readonly at: Date | undefined;
}

async function* batches(
  kv: Deno.Kv,
  { from, until, oldestFirst, at }: BatchQuery,
): AsyncGenerator<ListedAssociation[]> {
  const first = oldestFirst ? later(from, at) : from;
  const end = oldestFirst ? until : earlier(until, at && new Date(at.getTime() + 1));
  const range = { ...(first && { from: first }), ...(end && { until: end }) };
  let batch: ListedAssociation[] = [];
  for await (
    const association of listAssociations(kv, { source: "form", ...range, oldestFirst })
  ) {
    batch.push(association);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function later(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? (a > b ? a : b) : a ?? b;
}

function earlier(a: Date | undefined, b: Date | undefined): Date | undefined {
  return a && b ? (a < b ? a : b) : a ?? b;
}

async function profilesOf(
  { kv, catalog, now }: LeadServices,
  rule: HotLeadRule,
  associations: readonly ListedAssociation[],
): Promise<ListedLead[]> {
  const ids = associations.map(({ sessionId }) => sessionId);
  const sessions = await findSessions(kv, ids, now().getTime());
  const snapshot = catalog.current();
  return associations.flatMap(({ sessionId, contactId, associatedAt }): ListedLead[] => {
    const session = sessions.get(sessionId);
    if (session === undefined) return [];
    const { track, payload } = session;
    const profile = leadProfile(snapshot, rule, { contactId, associatedAt, track, payload });
    return [{ ...profile, key: `${associatedAt.getTime()}-${contactId}` }];
  });
}

/** A page of leads. */
export interface LeadPage {
  readonly leads: readonly ListedLead[];
  /** Value of `after` for the next page; null on the last page. */
  readonly next: string | null;
  /** How many leads match, at most {@linkcode MOST_COUNTED}. */
  readonly total: number;
  /** Whether more leads match than were counted. Any order but time order then covers only the counted ones. */
  readonly hasMore: boolean;
}

/** Most leads that are counted, and sorted by anything but time: the latest ones. */
const MOST_COUNTED = 5_000;

/** Page size, start and order of a page of leads. */
export interface LeadPageOptions extends LeadOrder {
  readonly limit: number;
  /** Sorts the leads; null keeps time order. */
  readonly arrange: ((leads: readonly ListedLead[]) => readonly ListedLead[]) | null;
}

/**
 * Returns one page of the matching leads, and how many match.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function listLeads(
  services: LeadServices,
  filter: LeadFilter,
  { arrange, limit, after, oldestFirst = false }: LeadPageOptions,
): Promise<LeadPage> {
  const counted: ListedLead[] = [];
  let hasMore = false;
  for await (const lead of matchingLeads(services, filter)) {
    hasMore = counted.length === MOST_COUNTED;
    if (hasMore) break;
    counted.push(lead);
  }
  const total = counted.length;
  const inTime = oldestFirst ? counted.toReversed() : counted;
  const arranged = arrange === null ? inTime : arrange(counted);
  const start = arranged.findIndex(({ key }) => key === after) + 1;
  // In time order, a page may lie beyond the counted leads, or start after a lead that no longer exists.
  if (arrange === null && (hasMore || (after !== undefined && start === 0))) {
    const page = await pageByTime(services, filter, { oldestFirst, limit, after });
    return { ...page, total, hasMore };
  }
  const leads = arranged.slice(start, start + limit);
  const isLast = start + limit >= arranged.length;
  return { leads, next: isLast ? null : leads.at(-1)?.key ?? null, total, hasMore };
}

async function pageByTime(
  services: LeadServices,
  filter: LeadFilter,
  { limit, ...order }: LeadOrder & { readonly limit: number },
): Promise<Pick<LeadPage, "leads" | "next">> {
  const leads: ListedLead[] = [];
  for await (const lead of matchingLeads(services, filter, order)) {
    if (leads.length === limit) return { leads, next: leads.at(-1)?.key ?? null };
    leads.push(lead);
  }
  return { leads, next: null };
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
  const { catalog, kv, now } = services;
  const snapshot = catalog.current();
  const facts: HotLeadFacts[] = [];
  for await (const batch of batches(kv, { oldestFirst: false, at: undefined })) {
    const sessions = await findSessions(
      kv,
      batch.map(({ sessionId }) => sessionId),
      now().getTime(),
    );
    for (const { sessionId } of batch) {
      const session = sessions.get(sessionId);
      if (session) facts.push(hotLeadFacts(snapshot, session.payload));
      if (facts.length === limit) return facts;
    }
  }
  return facts;
}

function timeOfKey(key: string): Date | null {
  const [, ms] = /^(\d{1,15})-\d{1,20}$/.exec(key) ?? [];
  return ms === undefined ? null : new Date(Number(ms));
}
