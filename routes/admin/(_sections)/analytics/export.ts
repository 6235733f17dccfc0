import { z } from "zod";
import { authorize } from "@/lib/staff/mod.ts";
import { eventDictionary, exportEvents, periodOf, PeriodQuery } from "@/lib/analytics/mod.ts";
import { define } from "@/lib/define.ts";
import { parseQuery, TABLE_FORMATS, tableHeaders } from "@/lib/http/mod.ts";
import { dayOf } from "@/lib/timing/mod.ts";

const Query = PeriodQuery.extend({
  format: z.enum([...TABLE_FORMATS, "dictionary"]).default("csv"),
});

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "view_audit");
    const { format, ...asked } = parseQuery(ctx.url, Query);
    const { db, now } = ctx.state.services;
    if (format === "dictionary") {
      return new Response(eventDictionary("csv"), {
        headers: tableHeaders("events-dictionary", "csv"),
      });
    }
    const period = periodOf(asked, now());
    return new Response(await exportEvents(db, period, format), {
      headers: tableHeaders(`events-${dayOf(now())}`, format),
    });
  },
});
