import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "../../../components/admin/AdminHeader.tsx";
import { newRecordHref, sectionHref } from "../../../components/admin/hrefs.ts";
import { listedRules, ruleListQuery } from "../../../components/admin/rules/rule_list.ts";
import {
  type ListedRule,
  newRuleHref,
  RuleList,
} from "../../../components/admin/rules/RuleList.tsx";
import { ButtonLink } from "../../../components/ui/Button.tsx";
import { EmptyState } from "../../../components/ui/EmptyState.tsx";
import { type Author, authorize, changeRecord, type Flash } from "../../../lib/admin/mod.ts";
import { Id, type Rule, type Snapshot } from "../../../lib/catalog/mod.ts";
import type { State } from "../../../lib/define.ts";
import { idleParts, missingFrom, moveRule, ruleEntity } from "../../../lib/editing/mod.ts";
import { AppError, parseForm } from "../../../lib/http/mod.ts";
import { liveConditions } from "../../../lib/selection/mod.ts";
import { backTo, rowId } from "./list_acts.ts";

type Ctx = Context<State>;

/** What of a rule has no effect although it is switched on, in words; null for nothing. */
export function cautionOf(rule: Rule, snapshot: Snapshot): string | null {
  if (!rule.enabled || rule.retired) return null;
  return idleParts(rule, snapshot).join(" ") || null;
}

/** The list of a rule set, narrowed by what the address says. */
export function showRules(ctx: Ctx): Response | Promise<Response> {
  const snapshot = ctx.state.services.catalog.current();
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
export async function actOnRules(ctx: Ctx): Promise<Response> {
  const staff = authorize(ctx.state, "edit_rules");
  const { catalog } = ctx.state.services;
  const act = ListAct.safeParse(await parseForm(ctx.req, ListForm));
  if (!act.success) throw new AppError("invalid", "The form asks for something unknown");
  const { id } = act.data;
  const href = ruleListQuery(ctx.url.searchParams, catalog.current())?.href ?? sectionHref("rules");
  const by = { staff, requestId: ctx.state.requestId };
  const flash = "enabled" in act.data
    ? await switchRule(ctx, { by, id, on: act.data.enabled === "on", href })
    : await shiftRule(ctx, { by, id, direction: act.data.move, href });
  return backTo(`${href}#${rowId(id)}`, flash);
}

interface ListActor {
  readonly by: Author;
  readonly id: string;
  /** The state of the list, for taking the act back. */
  readonly href: string;
}

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
      const warning = record && cautionOf(record, snapshot);
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
