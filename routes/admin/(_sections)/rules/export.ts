import { listedRules, ruleListQuery } from "./rule_list.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { exportRules } from "@/lib/catalog/mod.ts";
import { AppError, tableHeaders } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    authorize(ctx.state, "edit_rules");
    const { catalog, now } = ctx.state.services;
    const snapshot = catalog.current();
    const query = ruleListQuery(ctx.url.searchParams, snapshot);
    if (query === null) throw new AppError("not_found", "There is no rule set yet.");
    const file = exportRules(listedRules(query, snapshot), snapshot);
    const day = now().toISOString().slice(0, 10);
    return new Response(file, { headers: tableHeaders(`rules-${query.ruleSet.id}-${day}`, "csv") });
  },
});
