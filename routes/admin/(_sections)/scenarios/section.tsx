import type { Context } from "fresh";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { sectionHref, simulatorHref } from "../../../../components/hrefs/admin.ts";
import { formOfScenario, parseScenario } from "./scenario_form.ts";
import { PresentResult, ScenarioEditor } from "./ScenarioEditor.tsx";
import { ScenarioTable } from "./ScenarioTable.tsx";
import { optionLabel, systemName, trackName } from "../simulator/labels.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
} from "../../../../lib/records/mod.ts";
import { authorize, type Flash, withFlash } from "../../../../lib/staff/mod.ts";
import { Id, slugOf, type Snapshot } from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { AppError, readForm } from "../../../../lib/http/mod.ts";
import {
  listScenarios,
  runScenario,
  runScenarios,
  type Scenario,
  scenarioEntity,
  type ScenarioRun,
} from "../../../../lib/analysis/mod.ts";
import {
  createScreen,
  recordScreen,
  type RecordScreens,
} from "../../../../components/admin/record/screens.tsx";
import type { Section } from "../../../../components/admin/section.ts";

const SLUG = "scenarios";
const LABEL = "Scenarios";

const screens: RecordScreens<Scenario> = {
  slug: SLUG,
  label: LABEL,
  noun: "scenario",
  capability: "edit_rules",
  entity: scenarioEntity,
  nameOf: ({ name }) => name,
  toForm: formOfScenario,
  parse: parseScenario,
  describe: ({ name, trackId, optionIds, expectedSystemId }, snapshot) => [
    { label: "Name", value: name },
    { label: "Expected pick", value: systemName(snapshot, expectedSystemId) },
    { label: "Track", value: trackName(snapshot, trackId) },
    { label: "Answers", value: optionIds.map((id) => optionLabel(snapshot, id)).join(" · ") },
  ],
  Editor: ScenarioEditor,
  Aside: PresentResult,
};
const create = createScreen(screens);

/** Scenarios: answers with the system that is expected to lead, run each time they are looked at. */
export const scenarios: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_rules",
  list: { GET: showList, POST: actOnList },
  create,
  record: recordScreen(screens),
};

type Ctx = Context<State>;

async function showList(ctx: Ctx): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  const snapshot = catalog.current();
  const runs = await runScenarios(snapshot, await listScenarios(db));
  ctx.state.title = LABEL;
  return await ctx.render(
    <>
      <AdminHeader
        title={LABEL}
        lead={`Answers with the system that you expect, run just now. ${resultInWords(runs)}`}
        actions={
          <ButtonLink size="small" href={simulatorHref({ track: null, optionIds: [] })}>
            New in the simulator
          </ButtonLink>
        }
      />
      <ScenarioTable snapshot={snapshot} runs={runs} />
    </>,
  );
}

function resultInWords(runs: readonly ScenarioRun[]): string {
  if (runs.length === 0) return "";
  const passing = runs.filter(({ verdict }) => verdict === "passes").length;
  if (passing === runs.length) return "All of them pass.";
  return `${passing} of ${counted(runs.length, "scenario")} pass${passing === 1 ? "es" : ""}.`;
}

/** Keeps new answers, or accepts the present lead as what is expected. */
async function actOnList(ctx: Ctx): Promise<Response> {
  const staff = authorize(ctx.state, "edit_rules");
  // The screen of a new scenario reads the form once more, to show it with what is wrong.
  const form = await readForm(ctx.req.clone());
  const by = { staff, requestId: ctx.state.requestId };
  return form.has("accept") ? await accept(ctx, { by, form }) : await keep(ctx, { by, form });
}

interface ListAct {
  readonly by: Author;
  readonly form: URLSearchParams;
}

async function keep(ctx: Ctx, { by, form }: ListAct): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  const known = new Set((await listScenarios(db)).map(({ id }) => id));
  const id = unusedId(slugOf(form.get("name") ?? ""), known);
  const parsed = parseScenario(form, { id, current: null, snapshot: catalog.current() });
  if (!parsed.ok || !Id.safeParse(id).success) {
    if (!create.POST) throw new AppError("method_not_allowed");
    return await create.POST(ctx);
  }
  const { value: record } = parsed;
  const outcome = await createRecord(db, scenarioEntity, { by, id, record });
  if (outcome.kind !== "changed") throw new AppError("conflict", "Somebody was quicker. Try again");
  return withFlash(seeOther(sectionHref(SLUG)), {
    tone: "positive",
    text: `${record.name} was saved.`,
  });
}

function unusedId(slug: string, known: ReadonlySet<string>): string {
  let id = slug;
  for (let number = 2; known.has(id); number++) id = `${slug.slice(0, 90)}-${number}`;
  return id;
}

async function accept(ctx: Ctx, { by, form }: ListAct): Promise<Response> {
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
  if (outcome.kind === "missing") throw new AppError("not_found");
  const location = `${sectionHref(SLUG)}#scenario-${id}`;
  return withFlash(seeOther(location), acceptedFlash(outcome, { seen, snapshot }));
}

function leadOf(snapshot: Snapshot, scenario: Scenario): string | null {
  return runScenario(snapshot, scenario).actualSystemId;
}

function acceptedFlash(
  outcome: ChangeOutcome<Scenario>,
  { seen, snapshot }: { seen: string | null; snapshot: Snapshot },
): Flash {
  const lead = systemName(snapshot, seen);
  if (outcome.kind === "changed" && outcome.record) {
    return { tone: "positive", text: `${outcome.record.name} expects from now on: ${lead}.` };
  }
  const expects = outcome.kind === "unchanged" ? outcome.record.expectedSystemId : null;
  return expects === seen
    ? { tone: "info", text: `It expects that already: ${lead}.` }
    : { tone: "warning", text: "The pick has changed since you saw it. Nothing was saved." };
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
