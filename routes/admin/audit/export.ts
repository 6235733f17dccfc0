import { z } from "zod";
import {
  AUDIT_EXPORT_FORMATS,
  AuditFilter,
  authorize,
  exportAudit,
} from "../../../lib/admin/mod.ts";
import { define } from "../../../lib/define.ts";
import { parseQuery } from "../../../lib/http/mod.ts";

const Query = AuditFilter.extend({ format: z.enum(AUDIT_EXPORT_FORMATS).default("csv") });

const TYPES = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
} as const;

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "view_audit");
    const { format, ...filter } = parseQuery(ctx.url, Query);
    const entries = await exportAudit(ctx.state.services.db, filter, format);
    const day = new Date().toISOString().slice(0, 10);
    return new Response(entries, {
      headers: {
        "content-type": TYPES[format],
        "content-disposition": `attachment; filename="audit-log-${day}.${format}"`,
      },
    });
  },
});
