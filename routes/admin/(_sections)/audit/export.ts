import { z } from "zod";
import { AuditFilter, exportAudit } from "@/lib/records/mod.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { parseQuery, TABLE_FORMATS, tableHeaders } from "@/lib/http/mod.ts";
import { dayOf } from "@/lib/timing/mod.ts";

const Query = AuditFilter.extend({ format: z.enum(TABLE_FORMATS).default("csv") });

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "view_audit");
    const { format, ...filter } = parseQuery(ctx.url, Query);
    const { db, now } = ctx.state.services;
    return new Response(await exportAudit(db, filter, format), {
      headers: tableHeaders(`audit-log-${dayOf(now())}`, format),
    });
  },
});
