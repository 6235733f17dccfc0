import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { newRecordHref } from "../../../../components/hrefs/admin.ts";
import type { RuleEffect } from "./effects.ts";
import { ruleListQuery, rulePage } from "./rule_list.ts";
import { type ListedRule, newRuleHref, RuleList } from "./RuleList.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { EmptyState } from "../../../../components/ui/EmptyState.tsx";
import { idleParts, type Rule, type Snapshot } from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { liveConditions } from "../../../../lib/selection/mod.ts";
import { firings } from "../../../../lib/analysis/mod.ts";
import { givenAnswers } from "./answers.ts";
import { knownEffects, waitForEffects } from "./read_effects.ts";

type Ctx = Context<State>;

/** What of a rule has no effect although it is switched on, in words; null for nothing. */
export function cautionOf(rule: Rule, snapshot: Snapshot): string | null {
  if (!rule.enabled || rule.retired) return null;
  return idleParts(rule, snapshot).join(" ") || null;
}

/** The list of a rule set, narrowed by what the address says. */
export async function showRules(ctx: Ctx): Promise<Response> {
  const { services } = ctx.state;
  const snapshot = services.catalog.current();
  const query = ruleListQuery(ctx.url.searchParams, snapshot);
  ctx.state.title = "Rules";
  const head = (actions: JSX.Element | null) => (
    <AdminHeader
      title="Rules"
      lead="A rule whose conditions a buyer’s answers meet puts its systems forward. The first such rule decides which one leads."
      actions={actions}
    />
  );
  if (query === null) {
    return await ctx.render(
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
  const { ruleSet } = query;
  const wanted = ctx.url.searchParams.get("effects") === "on";
  const effects = wanted
    ? await waitForEffects(services.analyst, snapshot, ruleSet.id)
    : knownEffects(services.analyst, snapshot, ruleSet.id);
  const given = await givenAnswers(services);
  const page = rulePage(query, snapshot, ctx.url.searchParams);
  return await ctx.render(
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
        page={{ ...page, rows: page.rows.map((rule) => listed(rule, snapshot, effects)) }}
        firings={given && { picks: given.length, byRule: await firings(snapshot, given) }}
        counted={effects !== null}
      />
    </>,
  );
}

function listed(
  rule: Rule,
  snapshot: Snapshot,
  effects: ReadonlyMap<string, RuleEffect> | null,
): ListedRule {
  const idle = idleParts(rule, snapshot);
  const recommends = rule.outcomes.some(({ systemId }) => snapshot.systemById.has(systemId));
  const fault = rule.enabled && liveConditions(rule, snapshot) === null
    ? "Never fires"
    : rule.enabled && !recommends
    ? "Recommends nothing"
    : idle.length > 0
    ? "Part has no effect"
    : null;
  return { rule, idle, fault, effect: effects?.get(rule.id) };
}
