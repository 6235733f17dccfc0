import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "../../../components/admin/AdminHeader.tsx";
import { newRecordHref } from "../../../components/admin/hrefs.ts";
import { StatusBadge, statusOf } from "../../../components/admin/records.tsx";
import { DraftFindings } from "../../../components/admin/rules/DraftFindings.tsx";
import { listedRules, ruleListQuery } from "../../../components/admin/rules/rule_list.ts";
import { RuleEditor } from "../../../components/admin/rules/RuleEditor.tsx";
import {
  type ListedRule,
  newRuleHref,
  RuleList,
} from "../../../components/admin/rules/RuleList.tsx";
import { ButtonLink } from "../../../components/ui/Button.tsx";
import { EmptyState } from "../../../components/ui/EmptyState.tsx";
import { authorize, changeRecord, type Flash, withFlash } from "../../../lib/admin/mod.ts";
import { Id, type Rule, type Snapshot } from "../../../lib/catalog/mod.ts";
import type { State } from "../../../lib/define.ts";
import {
  actOnDraft,
  draftOfForm,
  draftOfJson,
  draftOfRule,
  formOfDraft,
  idleParts,
  missingFrom,
  moveRule,
  nextPriority,
  RULE_PRIORITY,
  type RuleDraft,
  ruleEntity,
  ruleNames,
  ruleNearDraft,
  ruleOfDraft,
  ruleSentence,
  slugOf,
} from "../../../lib/editing/mod.ts";
import { AppError, parseForm } from "../../../lib/http/mod.ts";
import { compareOutcomes } from "../../../lib/proof/mod.ts";
import { liveConditions } from "../../../lib/selection/mod.ts";
import { breakages, listScenarios, withRule } from "../../../lib/simulation/mod.ts";
import {
  createScreen,
  type Described,
  type EditorProps,
  type Finding,
  recordScreen,
  type RecordScreens,
} from "./record_screens.tsx";
import type { Section } from "./section.ts";

const SLUG = "rules";
const LABEL = "Rules";

const screens: RecordScreens<Rule> = {
  slug: SLUG,
  label: LABEL,
  noun: "rule",
  capability: "edit_rules",
  entity: ruleEntity,
  nameOf: ({ name }) => name,
  toForm: (rule, snapshot, query) =>
    formOfDraft(rule ? draftOfRule(rule) : newDraft(snapshot, query ?? new URLSearchParams())),
  parse: (form, { id, current, snapshot: { catalog } }) =>
    ruleOfDraft(draftOfForm(form), { id, current, catalog }),
  redraft: (form, go) => {
    const draft = redrafted(form, go);
    if (draft === null) return null;
    const next = formOfDraft(draft);
    const id = form.get("id");
    if (id) next.set("id", id);
    return next;
  },
  findings: (ctx, finding) => finding.go === "try" ? tryDraft(ctx, finding) : Promise.resolve(null),
  check: (_trx, rule) => rule.enabled ? missingFrom(rule) : {},
  describe,
  Editor: (props: EditorProps<Rule>) => <RuleEditor {...props} />,
  setRetired: (rule, retired) => ({ ...rule, retired }),
  isRetired: ({ retired }) => retired,
  caution: (rule, snapshot) => rule.enabled && !rule.retired ? idleWords(rule, snapshot) : null,
  listQuery: (form) => new URLSearchParams({ set: form.get("ruleSetId") ?? "" }).toString(),
  Badges: ({ record }) => <StatusBadge status={statusOf(record)} />,
  Actions: ({ record: { id } }) => (
    <ButtonLink
      variant="secondary"
      size="small"
      href={`${newRecordHref(SLUG)}?${new URLSearchParams({ from: id })}`}
    >
      Duplicate
    </ButtonLink>
  ),
};

/** Rules: which answers call for which systems, in an expert's words (spec §2.2, §4.1). */
export const rules: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_rules",
  list: { GET: showList, POST: actOnList },
  create: createScreen(screens),
  record: recordScreen(screens),
};

/** An empty rule behind the others of its set; or, with `from`, a copy just behind the one it names. */
function newDraft({ catalog }: Snapshot, query: URLSearchParams): RuleDraft {
  const from = catalog.rules.find(({ id }) => id === query.get("from"));
  if (from) {
    const priority = Math.min(from.priority + 1, RULE_PRIORITY.max);
    return draftOfRule({ ...from, name: `Copy of ${from.name}`, priority, enabled: false });
  }
  const ruleSetId = query.get("ruleSetId") ??
    catalog.ruleSets.find(({ isDefault }) => isDefault)?.id ?? "";
  return draftOfRule({
    name: "",
    ruleSetId,
    priority: nextPriority(catalog, ruleSetId),
    enabled: false,
    conditions: [],
    outcomes: [],
  });
}

function redrafted(form: URLSearchParams, go: string): RuleDraft | null {
  if (go === "edit-draft") return draftOfJson(form.get("draft") ?? "");
  if (go === "try") return draftOfForm(form);
  return actOnDraft(draftOfForm(form), { go, form });
}

/** Steps of counting that trying a draft may take on one track: a second or so. */
const TRY_BUDGET = 400_000;

/**
 * Counts what a draft would change, and runs the saved scenarios against it. One that is off, and was, is
 * tried as if it were on, for nobody asks what a rule does that does nothing.
 */
async function tryDraft(
  ctx: Ctx,
  { form, current, snapshot }: Finding<Rule>,
): Promise<JSX.Element> {
  const id = current?.id ?? freeRuleId(form, snapshot);
  const draft = ruleNearDraft(draftOfForm(form), { id, current });
  // The simulator is sent the draft as it is, so that it comes back so: without an id that nobody gave it.
  const sent = JSON.stringify({ ...draft, id: current?.id ?? form.get("id") ?? "" });
  const asIfOn = !draft.enabled && (current === null || !current.enabled || current.retired);
  const rule = { ...draft, enabled: draft.enabled || asIfOn, retired: false };
  const after = withRule(snapshot, rule);
  const scenarios = await listScenarios(ctx.state.services.db);
  const touched = new Set([rule.ruleSetId, current?.ruleSetId]);
  const tracks = snapshot.tracks.filter(({ id }) => touched.has(snapshot.ruleSetIdFor(id)));
  const asked = tracks.length === 0 && touched.has(snapshot.ruleSetIdFor(null)) ? [null] : tracks;
  const findings = [];
  for (const track of asked) {
    const options = { budget: TRY_BUDGET };
    const outcome = await compareOutcomes(snapshot, after, track?.id ?? null, options);
    findings.push({ track, outcome });
  }
  return (
    <DraftFindings
      snapshot={snapshot}
      draft={sent}
      asIfOn={asIfOn}
      neverFires={rule.enabled && liveConditions(rule, snapshot) === null}
      tracks={findings}
      scenarios={breakages(snapshot, after, scenarios)}
      scenarioCount={scenarios.length}
    />
  );
}

/** The id that a new rule would get, or one like it that is not in use, so that it replaces none. */
function freeRuleId(form: URLSearchParams, { catalog }: Snapshot): string {
  const taken = new Set(catalog.rules.map(({ id }) => id));
  const wanted = slugOf(form.get("id") || form.get("name") || "") || "draft";
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
  return id;
}

function describe(rule: Rule, snapshot: Snapshot): Described[] {
  const { ruleSetById, systemById } = ruleNames(snapshot);
  return [
    { label: "Name", value: rule.name },
    { label: "Rule set", value: ruleSetById.get(rule.ruleSetId)?.name ?? rule.ruleSetId },
    { label: "Priority", value: String(rule.priority) },
    { label: "Switched", value: rule.enabled ? "On" : "Off" },
    { label: "Retired", value: rule.retired ? "Yes" : "No" },
    { label: "Rule", value: ruleSentence(rule, snapshot) },
    ...rule.outcomes.map(({ systemId, rationale }) => ({
      label: `Reason for ${systemById.get(systemId)?.name ?? systemId}`,
      value: rationale,
    })),
  ];
}

function idleWords(rule: Rule, snapshot: Snapshot): string | null {
  return idleParts(rule, snapshot).join(" ") || null;
}

type Ctx = Context<State>;

function showList(ctx: Ctx): Response | Promise<Response> {
  const snapshot = ctx.state.services.catalog.current();
  const query = ruleListQuery(ctx.url.searchParams, snapshot);
  ctx.state.title = LABEL;
  const head = (actions: JSX.Element | null) => (
    <AdminHeader
      title={LABEL}
      lead="A rule whose conditions a buyer’s answers meet puts its systems forward. The first such rule decides which one leads."
      actions={actions}
    />
  );
  if (query === null) {
    return ctx.render(
      <>
        {head(null)}
        <EmptyState
          title="No rule set yet"
          actions={
            <ButtonLink size="small" href={newRecordHref("rule-sets")}>New rule set</ButtonLink>
          }
        >
          <p>Rules belong to a rule set. Make one first.</p>
        </EmptyState>
      </>,
    );
  }
  const living = Map.groupBy(
    snapshot.catalog.rules.filter(({ retired }) => !retired),
    ({ ruleSetId }) => ruleSetId,
  );
  return ctx.render(
    <>
      {head(<ButtonLink size="small" href={newRuleHref(query.ruleSet.id)}>New rule</ButtonLink>)}
      <RuleList
        snapshot={snapshot}
        query={query}
        sets={snapshot.catalog.ruleSets
          .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
          .map((ruleSet) => ({ ruleSet, count: living.get(ruleSet.id)?.length ?? 0 }))
          .filter(({ ruleSet, count }) =>
            !ruleSet.retired || count > 0 || ruleSet.id === query.ruleSet.id
          )}
        rules={listedRules(query, snapshot).map((rule) => listed(rule, snapshot))}
      />
    </>,
  );
}

function listed(rule: Rule, snapshot: Snapshot): ListedRule {
  const idle = idleParts(rule, snapshot);
  const recommends = rule.outcomes.some(({ systemId }) => snapshot.systemById.has(systemId));
  const fault = rule.enabled && liveConditions(rule, snapshot) === null
    ? "Never fires"
    : rule.enabled && !recommends
    ? "Recommends nothing"
    : idle.length > 0
    ? "Part has no effect"
    : null;
  return { rule, idle, fault };
}

const ListAct = z.union([
  z.object({ id: Id, enabled: z.enum(["on", "off"]) }),
  z.object({ id: Id, move: z.enum(["up", "down"]) }),
]);
const ListForm = z.object({
  id: z.string().optional(),
  enabled: z.string().optional(),
  move: z.string().optional(),
});

/** Switches a rule on or off, or moves it; back to the same state of the list, at the rule. */
async function actOnList(ctx: Ctx): Promise<Response> {
  const staff = authorize(ctx.state, "edit_rules");
  const { catalog } = ctx.state.services;
  const act = ListAct.safeParse(await parseForm(ctx.req, ListForm));
  if (!act.success) throw new AppError("invalid", "The form asks for something unknown");
  const { id } = act.data;
  const href = ruleListQuery(ctx.url.searchParams, catalog.current())?.href ?? `/admin/${SLUG}`;
  const by = { staff, requestId: ctx.state.requestId };
  const flash = "enabled" in act.data
    ? await switchRule(ctx, { by, id, on: act.data.enabled === "on", href })
    : await shiftRule(ctx, { by, id, direction: act.data.move, href });
  const location = `${href}#rule-${id}`;
  return withFlash(new Response(null, { status: 303, headers: { location } }), flash);
}

type ListActor = Pick<Parameters<typeof moveRule>[1], "by" | "id"> & { readonly href: string };

async function switchRule(
  ctx: Ctx,
  { by, id, on, href }: ListActor & { on: boolean },
): Promise<Flash> {
  const { db, catalog } = ctx.state.services;
  const outcome = await changeRecord(db, ruleEntity, {
    by,
    id,
    action: on ? "enable" : "disable",
    next: (rule) => ({ ...rule, enabled: on }),
    check: (_trx, rule) => on ? missingFrom(rule) : {},
  });
  const word = on ? "on" : "off";
  switch (outcome.kind) {
    case "changed": {
      const snapshot = await catalog.refresh();
      const { record } = outcome;
      const warning = record && on && !record.retired ? idleWords(record, snapshot) : null;
      const text = `${record?.name ?? "The rule"} was switched ${word}.`;
      return {
        tone: warning ? "warning" : "positive",
        text: warning ? `${text} ${warning}` : text,
        undo: { action: href, fields: { id, enabled: on ? "off" : "on" } },
      };
    }
    case "unchanged":
      return { tone: "info", text: `${outcome.record.name} is switched ${word} already.` };
    case "invalid": {
      const [reason] = Object.values(outcome.fields);
      return { tone: "danger", text: `The rule cannot be switched on yet. ${reason}.` };
    }
    default:
      throw new AppError("not_found");
  }
}

async function shiftRule(
  ctx: Ctx,
  { by, id, direction, href }: ListActor & { direction: "up" | "down" },
): Promise<Flash> {
  const { db, catalog } = ctx.state.services;
  const changed = await moveRule(db, { by, id, direction });
  const snapshot = await catalog.refresh();
  const rule = snapshot.catalog.rules.find((rule) => rule.id === id);
  if (!rule) throw new AppError("not_found");
  if (changed.length === 0) {
    const end = direction === "up" ? "first" : "last";
    return { tone: "info", text: `${rule.name} is the ${end} rule already.` };
  }
  const others = changed.length - 1;
  return {
    tone: "positive",
    text: `${rule.name} was moved ${direction} and has priority ${rule.priority} now.` +
      (others > 1 ? ` ${others} other rules got new priorities, in the same order.` : ""),
    undo: { action: href, fields: { id, move: direction === "up" ? "down" : "up" } },
  };
}
