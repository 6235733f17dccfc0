import type { Context } from "fresh";
import { recordHref, sectionHref, simulatorHref } from "@/components/hrefs/admin.ts";
import { PresentResult, scenarioForm } from "./scenario_form.tsx";
import { scenarioColumns } from "./columns.tsx";
import { systemName } from "../simulator/labels.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { type Author, changeRecord, createRecord, versionOf } from "@/lib/records/mod.ts";
import { authorOf } from "@/lib/staff/mod.ts";
import { Id, slugOf, type Snapshot } from "@/lib/catalog/mod.ts";
import type { State } from "@/lib/define.ts";
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
import { createScreen, type RecordList, recordSection } from "@/components/admin/record/save.ts";
import { backTo, settle, undoFields } from "@/components/admin/settle.ts";

const SLUG = "scenarios";
const LABEL = "Scenarios";

const scenario: RecordDefinition<Scenario> = {
  slug: SLUG,
  label: LABEL,
  noun: "scenario",
  capability: "edit_rules",
  entity: scenarioEntity,
  nameOf: ({ name }) => name,
  form: scenarioForm,
  Aside: PresentResult,
};

/** The section of scenarios: answers with the expected lead. The list runs all of them on each load. */
export const scenarios = recordSection(scenario, scenarioList, answerList);

type Ctx = Context<State>;

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
    actions: <ButtonLink size="small" href={simulator}>New in the simulator</ButtonLink>,
    pageSize: PAGE_SIZE,
    rows: () => runs.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict)),
    idOf: ({ scenario: { id } }) => id,
    columns: scenarioColumns(snapshot, runs),
    empty: {
      text:
        "Answer as a buyer in the simulator and save the answers with the system you expect. After " +
        "every edit of the rules, this list shows what changed.",
      action: <ButtonLink size="small" href={simulator}>Open the simulator</ButtonLink>,
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

/** Saves new answers as a scenario, or accepts the present lead as the expected one. */
async function answerList(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_rules");
  // Clone the request: the create screen reads the form again to show its errors.
  const form = await readForm(ctx.req.clone());
  return form.has("accept") ? await accept(ctx, { by, form }) : await keep(ctx, { by, form });
}

interface ListForm {
  readonly by: Author;
  readonly form: URLSearchParams;
}

async function keep(ctx: Ctx, { by, form }: ListForm): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  const kept = await listScenarios(db);
  const id = unusedId(slugOf(form.get("name") ?? ""), new Set(kept.map((other) => other.id)));
  const parsed = scenarioForm.parse(form, { id, current: null, snapshot: catalog.current() });
  if (!parsed.ok || !Id.safeParse(id).success) {
    return await createScreen(scenario).POST(ctx);
  }
  const { value: record } = parsed;
  // An equal scenario means that the form was sent twice.
  if (kept.some((other) => versionOf({ ...other, id }) === versionOf(record))) {
    return backTo(sectionHref(SLUG), {
      tone: "info",
      text: `${record.name} was saved already.`,
    });
  }
  return await settle(await createRecord(db, scenarioEntity, { by, id, record }), {
    href: sectionHref(SLUG),
    changed: () => ({ tone: "positive", text: `${record.name} was saved.` }),
    taken: () => keep(ctx, { by, form }),
  });
}

function unusedId(slug: string, known: ReadonlySet<string>): string {
  let id = slug;
  for (let number = 2; known.has(id); number++) id = `${slug.slice(0, 90)}-${number}`;
  return id;
}

async function accept(ctx: Ctx, { by, form }: ListForm): Promise<Response> {
  const { db, catalog } = ctx.state.services;
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
    href: `${listHref(SLUG, list, list.page)}#${rowId(id)}`,
    changed({ before, record }) {
      const fields = before && record &&
        { ...undoFields(scenarioForm.toForm(before, snapshot)), version: versionOf(record) };
      return {
        tone: "positive",
        text: `${record?.name} now expects: ${lead}.`,
        ...(fields && { undo: { action: recordHref(SLUG, id), fields } }),
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
