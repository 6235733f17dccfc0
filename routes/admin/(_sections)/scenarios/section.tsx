import { recordHref, simulatorHref } from "@/components/hrefs/admin.ts";
import { sectionWords } from "@/components/admin/sections.ts";
import { PresentResult, scenarioForm } from "./scenario_form.tsx";
import { scenarioColumns } from "./columns.tsx";
import { systemName } from "@/components/admin/record_names.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { changeRecord, versionOf } from "@/lib/records/mod.ts";
import { authorOf } from "@/lib/staff/mod.ts";
import { Id, type Snapshot } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError, readForm } from "@/lib/http/mod.ts";
import {
  listScenarios,
  runScenario,
  runScenarios,
  type Scenario,
  scenarioEntity,
  type ScenarioRun,
  type ScenarioVerdict,
} from "@/lib/analysis/mod.ts";
import { listHref, readList } from "@/components/admin/list/define.ts";
import { rowId } from "@/components/admin/list/reorder.ts";
import type { RecordDefinition } from "@/components/admin/record/define.ts";
import { type RecordList, recordSection } from "@/components/admin/record/save.ts";
import { settle, undoFields, unknownIntent } from "@/components/admin/settle.ts";

const scenario: RecordDefinition<Scenario> = {
  ...sectionWords("scenarios"),
  entity: scenarioEntity,
  nameOf: ({ name }) => name,
  form: scenarioForm,
  sharesNames: true,
  Aside: PresentResult,
};

/** The section of scenarios: answers with the expected lead. The list runs all of them on each load. */
export const scenarios = recordSection(scenario, scenarioList, accept);

const PAGE_SIZE = 50;

async function scenarioList(ctx: Ctx): Promise<RecordList<ScenarioRun>> {
  const { db, catalog } = ctx.state.services;
  const snapshot = catalog.current();
  const runs = await runScenarios(snapshot, await listScenarios(db));
  const simulator = simulatorHref({ track: null, optionIds: [] });
  return {
    lead: `Sets of answers with the system that you expect. We ran them just now. ${
      formatResult(runs)
    }`,
    caption: "Scenarios, those that do not pass first",
    actions: <ButtonLink href={simulator}>New in the simulator</ButtonLink>,
    pageSize: PAGE_SIZE,
    rows: () => runs.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict)),
    idOf: ({ scenario: { id } }) => id,
    columns: scenarioColumns(snapshot, runs),
    empty: {
      text:
        "Answer as a buyer in the simulator and save the answers with the system you expect. After " +
        "every edit of the rules, this list shows what changed.",
      action: <ButtonLink href={simulator}>Open the simulator</ButtonLink>,
    },
  };
}

const ORDER: readonly ScenarioVerdict[] = ["breaks", "cannot-run", "passes"];

function formatResult(runs: readonly ScenarioRun[]): string {
  if (runs.length === 0) return "";
  const passing = runs.filter(({ verdict }) => verdict === "passes").length;
  if (passing === runs.length) return "All of them pass.";
  return `${passing} of ${counted(runs.length, "scenario")} pass${passing === 1 ? "es" : ""}.`;
}

/** Accepts the present lead of a scenario as the expected one. */
async function accept(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_rules");
  const { db, catalog } = ctx.state.services;
  const form = await readForm(ctx.req);
  if (!form.has("accept")) throw unknownIntent();
  const { data: id } = Id.safeParse(form.get("accept"));
  if (id === undefined) throw new AppError("not_found");
  const seen = form.get("lead") || null;
  const snapshot = catalog.current();
  const outcome = await changeRecord(db, scenarioEntity, {
    by,
    id,
    action: "accept",
    next: (scenario) => {
      const lead = leadOf(snapshot, scenario);
      return lead === seen ? { ...scenario, expectedSystemId: lead } : scenario;
    },
  });
  const lead = systemName(snapshot, seen);
  const list = readList(ctx.url.searchParams, { columns: [] });
  return await settle(outcome, {
    href: `${listHref("scenarios", list, list.page)}#${rowId(id)}`,
    changed({ before, record }) {
      const fields = before && record &&
        { ...undoFields(scenarioForm.toForm(before, snapshot)), version: versionOf(record) };
      return {
        tone: "positive",
        text: `${record?.name} now expects: ${lead}.`,
        ...(fields && { undo: { action: recordHref("scenarios", id), fields } }),
      };
    },
    unchanged: ({ expectedSystemId }) =>
      expectedSystemId === seen
        ? { tone: "info", text: `It already expects: ${lead}.` }
        : { tone: "warning", text: "The pick has changed since you saw it. Nothing was saved." },
  });
}

function leadOf(snapshot: Snapshot, scenario: Scenario): string | null {
  return runScenario(snapshot, scenario).actualSystemId;
}
