import type { JSX } from "preact";
import { sectionWords } from "@/components/admin/sections.ts";
import { newRecordHref } from "@/components/hrefs/admin.ts";
import { DraftFindings } from "./DraftFindings.tsx";
import { describeRule, RuleEditor } from "./RuleEditor.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import {
  actOnDraft,
  BLANK_RULE,
  draftOfForm,
  draftOfJson,
  draftOfRule,
  formOfDraft,
  missingFrom,
  nextPriority,
  type ReturnedDraft,
  type Rule,
  RULE_PRIORITY,
  type RuleDraft,
  ruleEntity,
  RuleInJson,
  ruleNearDraft,
  ruleOfDraft,
  slugOf,
  type Snapshot,
} from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import {
  AnalysisError,
  type AnalysisFault,
  breakages,
  compareSample,
  draftsOf,
  drawAnswers,
  listScenarios,
  type NoComparison,
  replay,
  type RuleTrial,
  withRules,
} from "@/lib/analysis/mod.ts";
import { liveConditions } from "@/lib/selection/mod.ts";
import {
  chosenOr,
  type RecordDefinition,
  type Redraft,
  type Redrafting,
  retirable,
  sectionPlace,
} from "@/components/admin/record/define.ts";
import { recordSection } from "@/components/admin/record/save.ts";
import { givenAnswers } from "./answers.ts";
import { cautionOf, ruleList } from "./list_screen.tsx";
import { changeRules } from "./list_actions.ts";

const rule: RecordDefinition<Rule> = {
  ...sectionWords("rules"),
  place: (form) =>
    sectionPlace(rule, `${new URLSearchParams({ set: form.get("ruleSetId") ?? "" })}`),
  entity: ruleEntity,
  nameOf: ({ name }) => name,
  form: {
    toForm: (rule, snapshot, query) =>
      formOfDraft(rule ? draftOfRule(rule) : newDraft(snapshot, query ?? new URLSearchParams())),
    parse: (form, { id, current, snapshot: { catalog } }) =>
      ruleOfDraft(draftOfForm(form), { id, current, catalog }),
    lists: RuleInJson.pick({ conditions: true, outcomes: true }),
    check: (_trx, rule) => rule.enabled ? missingFrom(rule) : {},
    redraft,
    Editor: RuleEditor,
    describe: describeRule,
  },
  retirement: retirable(),
  caution: cautionOf,
  Actions: ({ record: { id } }) => (
    <ButtonLink
      variant="secondary"
      href={`${newRecordHref("rules")}?${new URLSearchParams({ from: id })}`}
    >
      Duplicate
    </ButtonLink>
  ),
};

/** The section of rules, which map answers to systems with an expert's reasons (spec §2.2, §4.1). */
export const rules = recordSection(rule, ruleList, changeRules);

async function redraft(
  ctx: Ctx,
  asked: Redrafting<Rule>,
): Promise<Redraft | null> {
  const { form, intent } = asked;
  const draft = redrafted(form, intent);
  if (draft === null) return null;
  const next = formOfDraft(draft);
  const id = form.get("id");
  if (id) next.set("id", id);
  // A draft that returns from the simulator keeps its version, so that saving it detects a conflict.
  const version = draft.version ?? form.get("version");
  if (version) next.set("version", version);
  if (intent === "add-condition") {
    return { form: next, ...chosenOr("Choose a factor first", { form, name: "add.factorId" }) };
  }
  if (intent === "add-outcome") {
    return { form: next, ...chosenOr("Choose a system first", { form, name: "add.systemId" }) };
  }
  if (intent !== "try") return { form: next };
  const fields = typedErrors(asked, next);
  // The priority decides which rule wins, so nothing can be found out with another one.
  if (fields.priority !== undefined) return { form: next, fields };
  return { form: next, fields, found: await tryDraft(ctx, { ...asked, form: next }) };
}

/** Returns the errors of what is typed. A draft under trial may lack everything else but a priority. */
function typedErrors({ current, snapshot }: Redrafting<Rule>, form: URLSearchParams): FieldErrors {
  const id = current?.id ?? "";
  const checked = ruleOfDraft(draftOfForm(form), { id, current, catalog: snapshot.catalog });
  return Object.fromEntries(
    Object.entries(checked.ok ? {} : checked.fields)
      .filter(([name]) => name === "priority" || form.get(name)?.trim()),
  );
}

/** Returns an empty rule with the last priority of its set; with `from`, a copy right after the rule that it names. */
function newDraft({ catalog }: Snapshot, query: URLSearchParams): RuleDraft {
  const from = catalog.rules.find(({ id }) => id === query.get("from"));
  if (from) {
    const priority = Math.min(from.priority + 1, RULE_PRIORITY.max);
    return draftOfRule({ ...from, name: `Copy of ${from.name}`, priority, enabled: false });
  }
  const ruleSetId = query.get("ruleSetId") ??
    catalog.ruleSets.find(({ isDefault }) => isDefault)?.id ?? "";
  return draftOfRule({
    ...BLANK_RULE,
    ruleSetId,
    priority: nextPriority(catalog, ruleSetId),
  });
}

function redrafted(
  form: URLSearchParams,
  intent: string,
): RuleDraft & Partial<ReturnedDraft> | null {
  if (intent === "edit-draft") return draftOfJson(form.get("draft") ?? "");
  if (intent === "try") return draftOfForm(form);
  return actOnDraft(draftOfForm(form), { intent, form });
}

/** Maximum number of counting steps for one track when a draft is tried: about a second. */
const TRY_BUDGET = 400_000;
/** Answer sets that are drawn for a rule where counting them finds nothing within the budget. */
const SAMPLE = 300;

/**
 * Counts what a draft would change, replays the answers that buyers gave, and runs the saved scenarios against it. A
 * retired rule, or one that is off both as typed and as stored, is tried as if it were on: otherwise there would be
 * no effect to count.
 */
async function tryDraft(
  ctx: Ctx,
  { form, current, snapshot }: Redrafting<Rule>,
): Promise<JSX.Element> {
  const id = current?.id ?? freeRuleId(form, snapshot);
  const draft = ruleNearDraft(draftOfForm(form), { id, current });
  // The simulator returns this draft to the editor, so it carries the typed id, not the generated one.
  const sent = JSON.stringify({
    ...draft,
    id: current?.id ?? form.get("id") ?? "",
    version: form.get("version"),
  });
  const asIfOn = (current?.retired ?? false) || !(draft.enabled || current?.enabled);
  const rule = { ...draft, enabled: draft.enabled || asIfOn, retired: false };
  const after = await withRules(snapshot, [rule]);
  const scenarios = await listScenarios(ctx.state.services.db);
  const touched = new Set([rule.ruleSetId, current?.ruleSetId]);
  const tracks = snapshot.tracks.filter(({ id }) => touched.has(snapshot.ruleSetIdFor(id)));
  const asked = tracks.length === 0 && touched.has(snapshot.ruleSetIdFor(null)) ? [null] : tracks;
  const given = await givenAnswers(ctx.state.services);
  const findings = [];
  for (const track of asked) {
    const trial = { rule, track: track?.id ?? null, budget: TRY_BUDGET };
    const outcome = await count(ctx, snapshot, trial);
    const uncounted = !outcome.comparable || (outcome.partial && outcome.changed.all === 0n);
    const drawn = uncounted
      ? [rule, ...(current ? [current] : [])].filter(({ enabled }) => enabled).flatMap((it) =>
        drawAnswers(snapshot, it, { track: trial.track, count: SAMPLE })
      )
      : [];
    findings.push({
      track,
      outcome,
      sample: drawn.length > 0 ? await compareSample(snapshot, after, drawn) : null,
    });
  }
  return (
    <DraftFindings
      snapshot={snapshot}
      draft={sent}
      asIfOn={asIfOn}
      asIfPublished={draftsOf(snapshot.catalog, rule).map(({ name }) => name)}
      neverFires={rule.enabled && liveConditions(rule, snapshot) === null}
      tracks={findings}
      scenarios={await breakages(snapshot, after, scenarios)}
      scenarioCount={scenarios.length}
      replay={given && await replay(snapshot, after, given)}
    />
  );
}

async function count({ req, state }: Ctx, snapshot: Snapshot, trial: RuleTrial) {
  try {
    return await state.services.analyst.trial(snapshot, trial, req.signal);
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
    const reason = `It could not be counted: ${UNCOUNTED[error.fault]}.`;
    return { comparable: false, reason } satisfies NoComparison;
  }
}

const UNCOUNTED: Record<AnalysisFault, string> = {
  superseded: "the catalog has changed meanwhile. Try again",
  abandoned: "the page was closed. Try again",
  timed_out: "with so many rules it takes too long",
  crashed: "the analysis failed, and the service’s log says why",
  stopped: "the service is being stopped. Try again in a moment",
};

/** Returns the id that a new rule would get, with a number when it is taken, so that the trial replaces no rule. */
function freeRuleId(form: URLSearchParams, { catalog }: Snapshot): string {
  const taken = new Set(catalog.rules.map(({ id }) => id));
  const wanted = slugOf(form.get("id") || form.get("name") || "") || "draft";
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
  return id;
}
