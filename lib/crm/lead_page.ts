/** The pages of the leads view (spec §2.10, §4.9). */
import { countAssociations } from "./association.ts";
import type { HotLeadRule } from "./hot_lead.ts";
import {
  findLeads,
  type FoundLead,
  type LeadFilter,
  type LeadOrder,
  type LeadServices,
  type ListedLead,
  profileOf,
  type Reach,
} from "./leads.ts";
import { readCrmSettings } from "./settings.ts";

/** A page of leads. */
interface LeadPage {
  readonly leads: readonly ListedLead[];
  /** Value of `after` for the next page; null on the last page. */
  readonly next: string | null;
  /** How many leads match, of all or of those that `among` tells. */
  readonly total: number;
  /**
   * {@linkcode MOST_READ} when there are more leads: then `total` counts only among the latest of them, and any order but
   * time order covers only these. Null when all were counted.
   */
  readonly among: number | null;
}

/** Most leads that a page looks at. Looking at all of a hundred thousand would take many seconds. */
const MOST_READ = 5_000;

/** Page size, start and order of a page of leads. */
interface LeadPageOptions extends LeadOrder {
  readonly limit: number;
  /** Sorts the leads; null keeps time order. */
  readonly arrange: ((leads: readonly ListedLead[]) => readonly ListedLead[]) | null;
}

/**
 * Returns one page of the matching leads, and how many match. A page of few matches may end early, with `next` after the
 * last lead that was looked at.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function listLeads(
  services: LeadServices,
  filter: LeadFilter,
  { arrange, limit, after, oldestFirst = false }: LeadPageOptions,
): Promise<LeadPage> {
  const rule = await readCrmSettings(services.db);
  const profile = (found: FoundLead) => profileOf(services, rule, found);
  const reach: Reach = { left: MOST_READ, stoppedAt: null };
  const among = () => reach.stoppedAt === null ? null : MOST_READ;
  if (arrange !== null) {
    const found = await Array.fromAsync(findLeads(services, rule, filter, { reach }), profile);
    return { ...cutPage(arrange(found), after, limit), total: found.length, among: among() };
  }
  // Reading the page again costs less than keeping all leads in memory.
  const counts = isOfSession(filter) && after === undefined && !oldestFirst;
  const found = findLeads(services, rule, filter, { oldestFirst, after, reach });
  const { leads, next, count } = await readPage(found, { limit, counts });
  const isAll = after === undefined && next === null && reach.stoppedAt === null;
  return {
    leads: leads.map(profile),
    next: next ?? reach.stoppedAt,
    ...counts || isAll
      ? { total: count, among: among() }
      : await countLeads(services, rule, filter),
  };
}

/** Whether a filter needs to read sessions. */
function isOfSession({ from: _, until: __, ...ofSession }: LeadFilter): boolean {
  return Object.values(ofSession).some(Boolean);
}

/** Counts the matching leads. */
async function countLeads(
  services: LeadServices,
  rule: HotLeadRule,
  filter: LeadFilter,
): Promise<Pick<LeadPage, "total" | "among">> {
  const { kv, now } = services;
  if (!isOfSession(filter)) {
    const { from, until } = filter;
    const most = MOST_READ + 1;
    const count = await countAssociations(kv, { source: "form", from, until, now: now(), most });
    return count === most ? { total: MOST_READ, among: MOST_READ } : { total: count, among: null };
  }
  const reach: Reach = { left: MOST_READ, stoppedAt: null };
  let total = 0;
  for await (const _ of findLeads(services, rule, filter, { reach })) total++;
  return { total, among: reach.stoppedAt === null ? null : MOST_READ };
}

/** A page of some leads: `next` is the key of the last one, or null on the last page. */
interface Cut<Lead> extends Pick<LeadPage, "next"> {
  readonly leads: readonly Lead[];
}

function cutPage(
  all: readonly ListedLead[],
  after: string | undefined,
  limit: number,
): Cut<ListedLead> {
  const start = all.findIndex(({ key }) => key === after) + 1;
  const leads = all.slice(start, start + limit);
  return { leads, next: start + limit >= all.length ? null : leads.at(-1)?.key ?? null };
}

/** Reads a page, and with `counts` goes on to count the leads after it. */
async function readPage(
  found: AsyncIterable<FoundLead>,
  { limit, counts }: { readonly limit: number; readonly counts: boolean },
): Promise<Cut<FoundLead> & { readonly count: number }> {
  const leads: FoundLead[] = [];
  let count = 0;
  for await (const lead of found) {
    count++;
    if (leads.length < limit) leads.push(lead);
    else if (!counts) break;
  }
  return { leads, next: count > limit ? leads.at(-1)?.key ?? null : null, count };
}
