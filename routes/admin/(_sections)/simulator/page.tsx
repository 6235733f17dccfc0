import { page } from "fresh";
import { SimulatorPage } from "./SimulatorPage.tsx";
import { isFormQuery, parseSimulatorState, stateHref } from "./state.ts";
import { type SimulatorView, viewSimulation } from "./view.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, readForm } from "@/lib/http/mod.ts";
import { listScenarios, readRuleDraft } from "@/lib/analysis/mod.ts";

/** Large enough for a draft with rationales for many systems. */
const FORM_LIMITS = { maxBytes: 256 * 1024 };

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_rules");
    const { db, catalog } = ctx.state.services;
    const { searchParams } = ctx.url;
    const state = parseSimulatorState(searchParams);
    if (isFormQuery(searchParams)) {
      return new Response(null, { status: 303, headers: { location: stateHref(state) } });
    }
    const scenarios = await listScenarios(db);
    const view = await viewSimulation(catalog.current(), { state, draft: null, scenarios });
    ctx.state.title = titleOf(view);
    return page({ view });
  },
  async POST(ctx) {
    authorize(ctx.state, "edit_rules");
    const { db, catalog } = ctx.state.services;
    const form = await readForm(ctx.req, FORM_LIMITS);
    const text = form.get("draft");
    if (!text) throw new AppError("invalid", "There is no draft of a rule to try");
    const snapshot = catalog.current();
    const draft = { ...readRuleDraft(text, snapshot.catalog.rules), text };
    const asked = form.get("state");
    const state = parseSimulatorState(asked === null ? form : new URLSearchParams(asked));
    const scenarios = await listScenarios(db);
    const view = await viewSimulation(snapshot, { state, draft, scenarios });
    ctx.state.title = titleOf(view);
    return page({ view });
  },
});

export default define.page<typeof handler>(function Simulator({ data: { view } }) {
  return <SimulatorPage view={view} />;
});

function titleOf({ draft, simulation: { selection, answers } }: SimulatorView): string {
  if (draft) return `Simulator: draft of ${draft.rule.name}`;
  if (answers.optionIds.length === 0) return "Simulator";
  return `Simulator: ${selection.lead?.name ?? "nothing recommended"}`;
}
