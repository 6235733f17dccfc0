import { z } from "zod";
import { AuditFilter, exportAudit } from "@/lib/records/mod.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { parseQuery, TABLE_FORMATS, tableHeaders } from "@/lib/http/mod.ts";

const Query = AuditFilter.extend({ format: z.enum(TABLE_FORMATS).default("csv") });

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "view_audit");
    const { format, ...filter } = parseQuery(ctx.url, Query);
    const entries = await exportAudit(ctx.state.services.db, filter, format);
    const day = ctx.state.services.now().toISOString().slice(0, 10);
    return new Response(entries, { headers: tableHeaders(`audit-log-${day}`, format) });
  },
});
