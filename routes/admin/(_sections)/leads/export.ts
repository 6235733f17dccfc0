import { parseSort } from "@/components/admin/list_query.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { exportLeads, parseLeadFilter } from "@/lib/crm/mod.ts";
import { define } from "@/lib/define.ts";
import { tableHeaders } from "@/lib/http/mod.ts";
import { dayOf } from "@/lib/timing/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "view_audit");
    const { services } = ctx.state;
    const query = ctx.url.searchParams;
    const sort = parseSort(query, ["at"], { by: "at", descending: true });
    const order = { oldestFirst: !sort.descending };
    const leads = await exportLeads(services, parseLeadFilter(query), order);
    return new Response(leads, { headers: tableHeaders(`leads-${dayOf(services.now())}`, "csv") });
  },
});
