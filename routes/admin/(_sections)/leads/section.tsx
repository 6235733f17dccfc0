/** Leads: what buyers who left their address need, by the number of their contact alone (spec §2.10, §4.9). */
import type { Context } from "fresh";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { sectionHref } from "../../../../components/hrefs/admin.ts";
import { parseSort, type SortKeys, sortRecords } from "../../../../components/admin/list_query.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import { findLead, type ListedLead, listLeads, parseLeadFilter } from "../../../../lib/crm/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { AppError } from "../../../../lib/http/mod.ts";
import { SessionStoreError } from "../../../../lib/session/mod.ts";
import type { Section } from "../../../../components/admin/section.ts";
import { LeadDetails } from "./LeadDetails.tsx";
import { LeadFilters } from "./LeadFilters.tsx";
import { LeadTable } from "./LeadTable.tsx";

type Ctx = Context<State>;

const SLUG = "leads";
const LABEL = "Leads";
const PAGE_SIZE = 50;

/** By time it is the store that knows the order. */
const BY_TIME = { by: "at", descending: true };
const KEYS: SortKeys<ListedLead> = {
  contact: ({ contactId }) => contactId,
  recommendation: ({ recommendation }) => recommendation?.name ?? null,
  tier: ({ tier }) => tier?.ordinal ?? null,
};

/** Leads, to look at. */
export const leads: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "view_audit",
  list: { GET: (ctx) => showList(ctx) },
  record: { GET: (ctx) => showLead(ctx) },
};

async function showList(ctx: Ctx): Promise<Response> {
  authorize(ctx.state, "view_audit");
  const { services } = ctx.state;
  const query = ctx.url.searchParams;
  const sort = parseSort(query, ["at", ...Object.keys(KEYS)], BY_TIME);
  const after = query.get("after");
  const page = await orUnavailable(
    listLeads(services, parseLeadFilter(query), {
      limit: PAGE_SIZE,
      oldestFirst: sort.by === "at" && !sort.descending,
      arrange: sort.by === "at" ? null : (leads) => sortRecords(leads, sort, KEYS),
      ...(after !== null && { after }),
    }),
  );
  ctx.state.title = LABEL;
  return await ctx.render(
    <>
      <AdminHeader
        title={LABEL}
        lead="Buyers who left their address, by the number of their contact in the CRM. Only the CRM knows who they are. A lead stays here for as long as we remember the visit behind it."
      />
      <LeadFilters query={query} tracks={services.catalog.current().catalog.tracks} />
      <LeadTable page={page} query={query} sort={sort} />
    </>,
  );
}

async function showLead(ctx: Ctx): Promise<Response> {
  const staff = authorize(ctx.state, "view_audit");
  const lead = await orUnavailable(findLead(ctx.state.services, ctx.params.id ?? ""));
  if (lead === null) throw new AppError("not_found");
  ctx.state.title = `Contact ${lead.contactId}`;
  return await ctx.render(
    <>
      <AdminHeader
        title={<>Contact {lead.contactId}</>}
        trail={[{ label: LABEL, href: sectionHref(SLUG) }]}
      />
      <LeadDetails lead={lead} capabilities={staff.capabilities} />
    </>,
  );
}

/** @throws {AppError} `unavailable` where the store of sessions does not answer. */
async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof SessionStoreError) throw new AppError("unavailable", undefined, { cause });
    throw cause;
  }
}
