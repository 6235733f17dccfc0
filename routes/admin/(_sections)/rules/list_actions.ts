/** Actions of the rule list: switch one rule or many, move a rule. */
import { z } from "zod";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { listedRules, type RuleList, ruleListOf, RULES_A_PAGE } from "./rule_list.ts";
import { counted } from "@/components/ui/counted.ts";
import type { Author } from "@/lib/records/mod.ts";
import { authorOf, type Flash, type Undo } from "@/lib/staff/mod.ts";
import {
  byPriority,
  Id,
  missingFrom,
  moveRule,
  placeRule,
  type Rule,
  ruleEntity,
  splitIds,
  switchRules,
} from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError, readForm } from "@/lib/http/mod.ts";
import { listHref } from "@/components/admin/list/define.ts";
import { refreshed } from "@/components/admin/refreshed.ts";
import { moveInList, rowId } from "@/components/admin/list/reorder.ts";
import { onOrOff, Toggle, toggleRow } from "@/components/admin/list/toggle.ts";
import { backTo, cautioned, LONG_FORM_LIMITS, unknownIntent } from "@/components/admin/settle.ts";
import { cautionOf } from "./list_screen.tsx";

const ListForm = z.union([
  z.object({ id: Id, enabled: Toggle }),
  z.object({ id: Id, move: z.enum(["up", "down"]) }),
  z.object({ id: Id, beside: Id, side: z.enum(["before", "after"]) }),
  z.object({ bulk: Toggle, ids: z.array(Id).max(10_000) }),
]);

/** Switches rules on or off, or moves one, and redirects to the page of the list that shows it. */
export async function changeRules(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_rules");
  const { db, catalog } = ctx.state.services;
  const form = await readForm(ctx.req, LONG_FORM_LIMITS);
  const ids = splitIds(form.getAll("ids").join(","));
  const asked = ListForm.safeParse({ ...Object.fromEntries(form), ids });
  if (!asked.success) throw unknownIntent();
  const { data } = asked;
  const list = ruleListOf(ctx.url.searchParams, catalog.current());
  const action = list ? listHref("rules", list.state) : sectionHref("rules");
  if ("bulk" in data) {
    const all = form.has("all") && list !== null;
    const chosen = all ? listedRules(list, catalog.current()).map(({ id }) => id) : data.ids;
    const flash = all && String(chosen.length) !== form.get("all")
      ? listChanged(chosen.length)
      : await switchMany(ctx, { by, ids: chosen, on: data.bulk, action });
    return backTo(list ? listHref("rules", list.state, list.state.page) : action, flash);
  }
  const { id } = data;
  if ("enabled" in data) {
    return await toggleRow(ctx, {
      entity: ruleEntity,
      by,
      id,
      on: data.enabled,
      action,
      href: () => rowHref(list, ctx, id),
      check: (_trx, rule) => rule.enabled ? missingFrom(rule) : {},
      say: (text, rule, snapshot) => cautioned(text, cautionOf(rule, snapshot)),
    });
  }
  const rule = ruleOf(ctx, id);
  if (!rule) throw new AppError("not_found");
  const flash = "move" in data
    ? await moveInList({
      action,
      by,
      id,
      direction: data.move,
      move: (move) => moveRule(db, move),
      name: rule.name,
    })
    : await putRule(ctx, rule, { by, action, ...data });
  await refreshed(catalog);
  return backTo(rowHref(list, ctx, id), flash);
}

/** The flash when “all” no longer means the rules that the author saw. */
function listChanged(total: number): Flash {
  const found = `The list has changed: it holds ${counted(total, "rule")} now.`;
  return { tone: "warning", text: `Nothing was switched. ${found} Check it and try again.` };
}

/** Address of a rule's row, on the page of the list that shows it now, or on the first when none does. */
function rowHref(list: RuleList | null, { state }: Ctx, id: string): string {
  if (list === null) return sectionHref("rules");
  const rules = listedRules(list, state.services.catalog.current());
  const place = Math.max(0, rules.findIndex((rule) => rule.id === id));
  return `${listHref("rules", list.state, Math.floor(place / RULES_A_PAGE) + 1)}#${rowId(id)}`;
}

interface Putting {
  readonly by: Author;
  /** Address of the list in its present state, for undo. */
  readonly action: string;
  readonly beside: string;
  readonly side: "before" | "after";
}

/** Moves a rule next to any other one. Undo moves it back next to its former neighbour. */
async function putRule(
  ctx: Ctx,
  { id, name, ruleSetId }: Rule,
  { by, action, beside, side }: Putting,
): Promise<Flash> {
  const { db, catalog } = ctx.state.services;
  const peers = catalog.current().catalog.rules
    .filter((rule) => rule.ruleSetId === ruleSetId && !rule.retired)
    .sort(byPriority);
  const place = peers.findIndex((rule) => rule.id === id);
  const [previous, next] = [peers[place - 1], peers[place + 1]];
  const changed = await placeRule(db, { by, id, beside, side });
  if (changed.length === 0) return { tone: "info", text: `${name} stays where it was.` };
  const others = changed.length - 1;
  const priority = changed.find((rule) => rule.id === id)?.priority ?? "";
  const fields: Undo["fields"] = next
    ? { id, beside: next.id, side: "before" }
    : { id, beside: previous?.id ?? beside, side: "after" };
  return {
    tone: "positive",
    text: `${name} was moved and has priority ${priority} now.` +
      (others > 1 ? ` ${others} other rules got new priorities, in the same order.` : ""),
    undo: { action, fields },
  };
}

/** Switches many rules; those without a condition or a system stay off. */
async function switchMany(
  ctx: Ctx,
  { by, ids, on, action }: { by: Author; ids: readonly string[]; on: boolean; action: string },
): Promise<Flash> {
  if (ids.length === 0) return { tone: "info", text: "No rule is selected. Tick some first." };
  const { changed, incomplete } = await switchRules(ctx.state.services.db, { by, ids, on });
  const lacking = incomplete.length === 0
    ? ""
    : ` ${counted(incomplete.length, "rule")} ${
      incomplete.length === 1 ? "lacks" : "lack"
    } a condition or a system and stayed off.`;
  if (changed.length === 0) {
    return { tone: "info", text: `Nothing was switched ${onOrOff(on)}.${lacking}` };
  }
  const verb = changed.length === 1 ? "was" : "were";
  return {
    tone: incomplete.length > 0 ? "warning" : "positive",
    text: `${counted(changed.length, "rule")} ${verb} switched ${onOrOff(on)}.${lacking}`,
    undo: {
      action,
      fields: { bulk: String(!on), ids: changed.map(({ id }) => id).join(",") },
    },
  };
}

function ruleOf(ctx: Ctx, id: string): Rule | undefined {
  return ctx.state.services.catalog.current().catalog.rules.find((rule) => rule.id === id);
}
