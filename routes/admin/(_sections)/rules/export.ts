import { listedRules, ruleListOf } from "./rule_list.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { exportRules } from "@/lib/catalog/mod.ts";
import { AppError, tableHeaders } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    authorize(ctx.state, "edit_rules");
    const { catalog, now } = ctx.state.services;
    const snapshot = catalog.current();
    const list = ruleListOf(ctx.url.searchParams, snapshot);
    if (list === null) throw new AppError("not_found", "There is no rule set yet.");
    const file = exportRules(listedRules(list, snapshot), snapshot);
    const day = now().toISOString().slice(0, 10);
    return new Response(file, { headers: tableHeaders(`rules-${list.ruleSet.id}-${day}`, "csv") });
  },
});
