import { SimulatorPage } from "./SimulatorPage.tsx";
import { isFormQuery, parseSimulatorState, type SimulatorState, stateHref } from "./state.ts";
import { type GivenDraft, type SimulatorView, viewSimulation } from "./view.ts";
import { LONG_FORM_LIMITS, seeOther } from "@/components/admin/settle.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError, readForm } from "@/lib/http/mod.ts";
import { listScenarios, readRuleDraft } from "@/lib/analysis/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_rules");
    const { searchParams } = ctx.url;
    const state = parseSimulatorState(searchParams);
    return isFormQuery(searchParams)
      ? seeOther(stateHref(state))
      : await simulated(ctx, state, null);
  },
  async POST(ctx) {
    authorize(ctx.state, "edit_rules");
    const form = await readForm(ctx.req, LONG_FORM_LIMITS);
    const text = form.get("draft");
    if (!text) throw new AppError("invalid", "There is no draft of a rule to try");
    const { rules } = ctx.state.services.catalog.current().catalog;
    const asked = form.get("state");
    const state = parseSimulatorState(asked === null ? form : new URLSearchParams(asked));
    return await simulated(ctx, state, { ...readRuleDraft(text, rules), text });
  },
});

async function simulated(
  ctx: Ctx,
  state: SimulatorState,
  draft: GivenDraft | null,
) {
  const { db, catalog } = ctx.state.services;
  const scenarios = await listScenarios(db);
  const view = await viewSimulation(catalog.current(), { state, draft, scenarios });
  ctx.state.title = titleOf(view);
  return await ctx.render(<SimulatorPage view={view} />);
}

function titleOf({ draft, simulation: { selection, answers } }: SimulatorView): string {
  if (draft) return `Simulator: draft of ${draft.rule.name}`;
  if (answers.optionIds.length === 0) return "Simulator";
  return `Simulator: ${selection.lead?.name ?? "nothing recommended"}`;
}
