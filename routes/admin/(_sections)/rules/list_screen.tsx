/** The list of a rule set with its filters and columns (spec §4.1). */
import type { ComponentChildren, JSX } from "preact";
import type { RecordList } from "@/components/admin/record/save.ts";
import { Switch } from "@/components/admin/controls.tsx";
import { RowBox } from "@/components/admin/list/bulk.tsx";
import { type ListColumn, listHref } from "@/components/admin/list/define.ts";
import { asksForFile } from "@/components/admin/list/file.ts";
import { Tabs } from "@/components/admin/list/links.tsx";
import { onOrOff } from "@/components/admin/list/toggle.ts";
import { withQuery } from "@/components/admin/list_query.ts";
import { StatusBadge, statusOf } from "@/components/admin/records.tsx";
import { newRecordHref, recordHref } from "@/components/hrefs/admin.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { givenAnswers } from "./answers.ts";
import { BulkBar, PlaceForm, RowGrip } from "./bulk.tsx";
import { effectInWords, type Firings, type RuleEffect } from "./effects.ts";
import { waitForEffects } from "./read_effects.ts";
import { listedRules, RULE_FILTERS, ruleListOf, RULES_A_PAGE } from "./rule_list.ts";
import { RuleSentence } from "./RuleSentence.tsx";
import { firings } from "@/lib/analysis/mod.ts";
import { idleParts, type Rule, ruleNames, ruleSentence, type Snapshot } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { liveConditions } from "@/lib/selection/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

const LEAD =
  "A rule recommends its systems when a buyer’s answers meet its conditions. The first such rule decides which system leads.";

/** Describes the parts of a live rule that have no effect; null when all parts have one. */
export function cautionOf(rule: Rule, snapshot: Snapshot): string | null {
  if (!rule.enabled || rule.retired) return null;
  return idleParts(rule, snapshot).join(" ") || null;
}

/** The list of a catalog without rule sets. */
const NO_RULE_SET: RecordList<Rule> = {
  lead: LEAD,
  actions: null,
  rows: () => [],
  idOf: ({ id }) => id,
  columns: [],
  empty: {
    title: "No rule set yet",
    text: "Rules belong to a rule set. Make one first.",
    action: <ButtonLink href={newRecordHref("rule-sets")}>New rule set</ButtonLink>,
    always: true,
  },
};

/** Computed facts about the listed rules. */
interface Known {
  readonly snapshot: Snapshot;
  /** Null when the effects are not counted for this version of the catalog. */
  readonly effects: ReadonlyMap<string, RuleEffect> | null;
  /** Firings for the latest picks; null when the stored answers could not be read. */
  readonly firings: Firings | null;
}

/** Returns the list of the rule set that the address names, with what is known about its rules. */
export async function ruleList(ctx: Ctx): Promise<RecordList<Rule>> {
  const { services } = ctx.state;
  const snapshot = services.catalog.current();
  const list = ruleListOf(ctx.url.searchParams, snapshot);
  if (list === null) return NO_RULE_SET;
  const { ruleSet, keeps } = list;
  const isFile = asksForFile(ctx.url.searchParams);
  const [effects, given] = isFile ? [null, null] : await Promise.all([
    waitForEffects(services.analyst, snapshot, {
      ruleSetId: ruleSet.id,
      isAsked: keeps.effects === "on",
    }),
    givenAnswers(services),
  ]);
  const known: Known = {
    snapshot,
    effects,
    firings: given && { picks: given.length, byRule: await firings(snapshot, given) },
  };
  const create = newRuleHref(ruleSet.id);
  const { systemById } = ruleNames(snapshot);
  const nameOf = (systemId: string) => systemById.get(systemId)?.name ?? systemId;
  return {
    lead: LEAD,
    caption: `Rules of ${ruleSet.name}, first the one that counts most`,
    actions: <ButtonLink href={create}>New rule</ButtonLink>,
    above: <RuleSetTabs snapshot={snapshot} current={ruleSet.id} />,
    filters: RULE_FILTERS,
    keeps,
    rows: () => listedRules(list, snapshot),
    idOf: ({ id }) => id,
    file: `rules-${ruleSet.id}`,
    rowData: ({ id }) => ({ "data-rule": id }),
    order: {
      label: "Priority",
      nameOf: ({ name }) => name,
      positionOf: ({ priority }) => priority,
      grip: <RowGrip />,
    },
    pageSize: RULES_A_PAGE,
    columns: [
      {
        id: "select",
        label: "Selected",
        labelHidden: true,
        headClass: "w-8",
        class: "pe-0!",
        cell: ({ id, name, retired }) =>
          !retired && <RowBox name="ids" value={id} label={`Select ${name}`} />,
      },
      { id: "position", label: "Priority", cell: () => null },
      inFile("priority", ({ priority }) => priority),
      {
        id: "state",
        label: "State",
        text: (rule) => rule.retired ? "retired" : onOrOff(rule.enabled),
        cellLabelHidden: true,
        cell: ({ id, name, enabled, retired }, state) =>
          !retired && (
            <Switch
              on={enabled}
              label={`Rule ${name}`}
              action={listHref("rules", state, state.page)}
              hidden={{ id }}
            />
          ),
      },
      inFile("name", ({ name }) => name),
      {
        id: "rule",
        label: "Rule",
        headClass: "w-full",
        isHead: true,
        text: (rule) => ruleSentence(rule, snapshot),
        cell: (rule) => <RuleName rule={rule} known={known} />,
      },
      inFile(
        "systems",
        ({ outcomes }) =>
          outcomes.map(({ systemId, role }) => `${nameOf(systemId)} (${role})`).join("\n"),
      ),
      inFile("reasons", ({ outcomes }) => outcomes.map(({ rationale }) => rationale).join("\n")),
      inFile("rule_set", ({ ruleSetId }) => ruleSetId),
    ],
    tools: ({ params }) =>
      effects === null && (
        <a class="text-link py-0.5" href={withQuery(params, { effects: "on" })}>
          Count the effects
        </a>
      ),
    below(state, { page, total }) {
      const action = listHref("rules", state, page);
      return (
        <>
          {state.filter("status") !== "retired" && <BulkBar total={total} action={action} />}
          {state.isWhole && total > 1 && <PlaceForm action={action} />}
        </>
      );
    },
    empty: {
      title: `${ruleSet.name} has no rules yet`,
      text: "Buyers who are matched against it get no recommendation.",
      action: <ButtonLink href={create}>Write the first</ButtonLink>,
    },
  };
}

/** A column of the list's file that the screen shows elsewhere. */
function inFile(id: string, text: (rule: Rule) => string | number): ListColumn<Rule> {
  return { id, label: id, text, isShown: () => false, cell: () => null };
}

/** Address of the form for a new rule of a rule set. */
function newRuleHref(ruleSetId: string): string {
  return `${newRecordHref("rules")}?${new URLSearchParams({ ruleSetId })}`;
}

function RuleSetTabs(
  { snapshot: { catalog }, current }: { snapshot: Snapshot; current: string },
): JSX.Element {
  const living = Map.groupBy(
    catalog.rules.filter(({ retired }) => !retired),
    ({ ruleSetId }) => ruleSetId,
  );
  const tabs = catalog.ruleSets
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .filter(({ id, retired }) => !retired || living.has(id) || id === current)
    .map(({ id, name, retired }) => ({
      label: name,
      href: `?${new URLSearchParams({ set: id })}`,
      note: `${formatCount(living.get(id)?.length ?? 0)}${retired ? " · retired" : ""}`,
      current: id === current,
    }));
  return <Tabs label="Rule sets" tabs={tabs} />;
}

function RuleName({ rule, known }: { rule: Rule; known: Known }): JSX.Element {
  const { snapshot, effects, firings } = known;
  const { id, name, enabled, retired } = rule;
  const live = enabled && !retired;
  const effect = effects?.get(id);
  const idle = idleParts(rule, snapshot);
  const fault = retired ? null : faultOf(rule, { snapshot, idle });
  const texts = live ? effectInWords(id, effect, firings) : [];
  return (
    <>
      <span class="flex flex-wrap items-center gap-x-2 gap-y-1">
        <a href={recordHref("rules", id)} class="text-link">{name}</a>
        {retired && <StatusBadge status={statusOf(rule)} />}
        {fault && <Mark words={idle}>{fault}</Mark>}
        {live && !fault && effect?.idle && <Mark words={[CHANGES_NOTHING]}>Changes nothing</Mark>}
      </span>
      <RuleSentence
        rule={rule}
        snapshot={snapshot}
        class={live ? "text-xs" : "text-xs rule-off"}
      />
      {texts.length > 0 && (
        <span class="block text-xs font-normal text-muted">{texts.join(" · ")}</span>
      )}
    </>
  );
}

/** Returns the label of the worst fault of a rule; null without any. */
function faultOf(
  rule: Rule,
  { snapshot, idle }: { snapshot: Snapshot; idle: readonly string[] },
): string | null {
  const { enabled, outcomes } = rule;
  if (enabled && liveConditions(rule, snapshot) === null) return "Never fires";
  if (enabled && !outcomes.some(({ systemId }) => snapshot.systemById.has(systemId))) {
    return "Recommends nothing";
  }
  return idle.length > 0 ? "Part has no effect" : null;
}

const CHANGES_NOTHING =
  "Without this rule, every buyer would get the same pick and the same cheaper systems.";

function Mark(
  { words, children }: { words: readonly string[]; children: ComponentChildren },
): JSX.Element {
  return (
    <span title={words.join(" ")}>
      <Badge tone="warning">{children}</Badge>
      <span class="sr-only">{words.join(" ")}</span>
    </span>
  );
}
