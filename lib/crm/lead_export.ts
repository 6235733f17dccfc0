/** The CSV export of leads: contact ids and catalog labels, no personal data. */
import { streamTable, type TableRow } from "../http/mod.ts";
import { reporting } from "../log/mod.ts";
import { type LeadFilter, type LeadOrder, type LeadServices, matchingLeads } from "./leads.ts";
import type { LeadProfile, Named } from "./lead_profile.ts";
import { answerField } from "./session_fields.ts";

/** Most rows held in memory at a time. */
const BATCH = 200;

/** The fixed columns, before one per factor. Times are UTC. */
const COLUMNS = [
  "contact_id",
  "associated_at",
  "track",
  "recommendation",
  "budget_tier",
  "tier_ordinal",
  "alternatives",
  "systems_viewed",
  "completed_at",
  "hot_lead",
] as const;

/**
 * Streams the matching leads as CSV; see `streamTable`. Each current factor has a column with the labels of its
 * answers. Resolves once the first rows are read, so that the request can still be refused without them.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function exportLeads(
  services: LeadServices,
  filter: LeadFilter,
  order: LeadOrder = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const factorIds = services.catalog.current().factors.map(({ id }) => id);
  return streamTable({
    columns: [...COLUMNS, ...factorIds.map(answerField)],
    batches: await begun(batches(matchingLeads(services, filter, order), factorIds)),
    format: "csv",
    onFault: reporting("crm", "cannot finish an export of leads"),
  });
}

/** Reads the first value of a generator ahead. */
async function begun<T>(values: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await values.next();
  async function* all(): AsyncGenerator<T> {
    if (!first.done) yield first.value;
    yield* values;
  }
  return all();
}

async function* batches(
  leads: AsyncIterable<LeadProfile>,
  factorIds: readonly string[],
): AsyncGenerator<TableRow[]> {
  let rows: TableRow[] = [];
  for await (const lead of leads) {
    rows.push(rowOf(lead, factorIds));
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

function rowOf(lead: LeadProfile, factorIds: readonly string[]): TableRow {
  const answers = factorIds.map((id) => {
    const need = lead.needs.find(({ factorId }) => factorId === id);
    return [answerField(id), listed(need?.answers ?? [])] as const;
  });
  return {
    contact_id: lead.contactId,
    associated_at: lead.at.toISOString(),
    track: lead.track?.name ?? null,
    recommendation: lead.recommendation?.name ?? null,
    budget_tier: lead.tier?.label ?? null,
    tier_ordinal: lead.tier?.ordinal ?? null,
    alternatives: listed(names(lead.alternatives)),
    systems_viewed: listed(names(lead.viewed)),
    completed_at: lead.completedAt,
    hot_lead: String(lead.verdict.hot),
    ...Object.fromEntries(answers),
  };
}

function names(records: readonly Named[]): string[] {
  return records.map(({ name }) => name);
}

function listed(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join("; ");
}
