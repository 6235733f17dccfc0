/** Actions of the rule list: switch one rule or many, move a rule. */
import type { Context } from "fresh";
import { z } from "zod";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { listedRules, pageHref, pageHrefOf, ruleListQuery } from "./rule_list.ts";
import { counted } from "@/components/ui/counted.ts";
import { type Author, changeRecord } from "@/lib/records/mod.ts";
import { authorOf, type Flash, type Undo } from "@/lib/staff/mod.ts";
import {
  Id,
  IdList,
  missingFrom,
  moveRule,
  placeRule,
  type Rule,
  ruleEntity,
  switchRules,
} from "@/lib/catalog/mod.ts";
import type { State } from "@/lib/define.ts";
import { AppError, readForm } from "@/lib/http/mod.ts";
import { rowId } from "@/components/admin/list/reorder.ts";
import { backTo, settle, unknownIntent } from "@/components/admin/settle.ts";
import { cautionOf } from "./list_screen.tsx";

type Ctx = Context<State>;

const Toggle = z.enum(["on", "off"]);
const ListForm = z.union([
  z.object({ id: Id, enabled: Toggle }),
  z.object({ id: Id, move: z.enum(["up", "down"]) }),
  z.object({ id: Id, beside: Id, side: z.enum(["before", "after"]) }),
  z.object({ bulk: Toggle, ids: z.array(Id).max(10_000) }),
]);

/** Large enough for a selection of all rules of a long list. */
const FORM_LIMITS = { maxBytes: 256 * 1024 };

/** Switches rules on or off, or moves one, and redirects to the page of the list that shows it. */
export async function changeRules(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_rules");
  const { catalog } = ctx.state.services;
  const form = await readForm(ctx.req, FORM_LIMITS);
  const ids = IdList.parse(form.getAll("ids").join(","));
  const asked = ListForm.safeParse({ ...Object.fromEntries(form), ids });
  if (!asked.success) throw unknownIntent();
  const { data } = asked;
  const query = ruleListQuery(ctx.url.searchParams, catalog.current());
  const href = query?.href ?? sectionHref("rules");
  if ("bulk" in data) {
    const all = form.has("all") && query !== null;
    const chosen = all ? listedRules(query, catalog.current()).map(({ id }) => id) : data.ids;
    const flash = all && String(chosen.length) !== form.get("all")
      ? listChanged(chosen.length)
      : await switchMany(ctx, { by, ids: chosen, on: data.bulk === "on", href });
    const page = Number(/^\d{1,4}$/.exec(ctx.url.searchParams.get("page") ?? "")?.[0] ?? 1);
    return backTo(query ? pageHref(query, page) : href, flash);
  }
  const { id } = data;
  if ("enabled" in data) return await switchRule(ctx, { by, id, on: data.enabled === "on", href });
  const flash = "move" in data
    ? await shiftRule(ctx, { by, id, direction: data.move, href })
    : await putRule(ctx, { by, href, ...data });
  return backTo(rowHref(ctx, id), flash);
}

/** The flash when “all” no longer means the rules that the author saw. */
function listChanged(total: number): Flash {
  const found = `The list has changed: it holds ${counted(total, "rule")} now.`;
  return { tone: "warning", text: `Nothing was switched. ${found} Check it and try again.` };
}

/** Address of a rule's row, on the page of the list that shows it now. */
function rowHref({ state, url }: Ctx, id: string): string {
  const snapshot = state.services.catalog.current();
  const query = ruleListQuery(url.searchParams, snapshot);
  const page = query ? pageHrefOf(query, snapshot, id) : sectionHref("rules");
  return `${page}#${rowId(id)}`;
}

interface ListActor {
  readonly by: Author;
  readonly id: string;
  /** Address of the list in its present state, for undo. */
  readonly href: string;
}

async function switchRule(
  ctx: Ctx,
  { by, id, on, href }: ListActor & { on: boolean },
): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  const outcome = await changeRecord(db, ruleEntity, {
    by,
    id,
    action: on ? "enable" : "disable",
    next: (rule) => ({ ...rule, enabled: on }),
    check: (_trx, rule) => on ? missingFrom(rule) : {},
  });
  const word = onOrOff(on);
  const location = () => rowHref(ctx, id);
  return await settle(outcome, {
    href: location,
    async changed({ record }) {
      const snapshot = await catalog.refresh();
      const warning = record && cautionOf(record, snapshot);
      const text = `${record?.name ?? "The rule"} was switched ${word}.`;
      return {
        tone: warning ? "warning" : "positive",
        text: warning ? `${text} ${warning}` : text,
        undo: { action: href, fields: { id, enabled: on ? "off" : "on" } },
      };
    },
    unchanged: ({ name }) => ({ tone: "info", text: `${name} is switched ${word} already.` }),
    invalid(fields) {
      const [reason] = Object.values(fields);
      return { tone: "danger", text: `The rule cannot be switched on yet. ${reason}.` };
    },
  });
}

async function shiftRule(
  ctx: Ctx,
  { by, id, direction, href }: ListActor & { direction: "up" | "down" },
): Promise<Flash> {
  const changed = await moveRule(ctx.state.services.db, { by, id, direction });
  if (changed.length === 0) {
    const end = direction === "up" ? "first" : "last";
    return { tone: "info", text: `${nameOf(ctx, id)} is the ${end} rule already.` };
  }
  const back = direction === "up" ? "down" : "up";
  return await movedFlash(ctx, { id, changed, how: ` ${direction}` }, {
    action: href,
    fields: { id, move: back },
  });
}

/** Moves a rule next to any other one. Undo moves it back next to its former neighbour. */
async function putRule(
  ctx: Ctx,
  { by, id, beside, side, href }: ListActor & { beside: string; side: "before" | "after" },
): Promise<Flash> {
  const { db, catalog } = ctx.state.services;
  const { rules } = catalog.current().catalog;
  const ruleSetId = rules.find((rule) => rule.id === id)?.ruleSetId;
  const peers = rules.filter((rule) => rule.ruleSetId === ruleSetId && !rule.retired)
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  const place = peers.findIndex((rule) => rule.id === id);
  const [previous, next] = [peers[place - 1], peers[place + 1]];
  const changed = await placeRule(db, { by, id, beside, side });
  if (changed.length === 0) {
    return { tone: "info", text: `${nameOf(ctx, id)} stays where it was.` };
  }
  const undone = next
    ? { id, beside: next.id, side: "before" }
    : { id, beside: previous?.id ?? beside, side: "after" };
  return await movedFlash(ctx, { id, changed, how: "" }, { action: href, fields: undone });
}

async function movedFlash(
  ctx: Ctx,
  { id, changed, how }: { id: string; changed: readonly Rule[]; how: string },
  undo: Undo,
): Promise<Flash> {
  await ctx.state.services.catalog.refresh();
  const others = changed.length - 1;
  return {
    tone: "positive",
    text:
      `${nameOf(ctx, id)} was moved${how} and has priority ${
        ruleOf(ctx, id)?.priority ?? ""
      } now.` +
      (others > 1 ? ` ${others} other rules got new priorities, in the same order.` : ""),
    undo,
  };
}

/** Switches many rules; those without a condition or a system stay off. */
async function switchMany(
  ctx: Ctx,
  { by, ids, on, href }: { by: Author; ids: readonly string[]; on: boolean; href: string },
): Promise<Flash> {
  const { db, catalog } = ctx.state.services;
  if (ids.length === 0) return { tone: "info", text: "No rule is selected. Tick some first." };
  const { changed, incomplete } = await switchRules(db, { by, ids, on });
  await catalog.refresh();
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
      action: href,
      fields: { bulk: onOrOff(!on), ids: changed.map(({ id }) => id).join(",") },
    },
  };
}

function onOrOff(on: boolean): "on" | "off" {
  return on ? "on" : "off";
}

function ruleOf(ctx: Ctx, id: string): Rule | undefined {
  return ctx.state.services.catalog.current().catalog.rules.find((rule) => rule.id === id);
}

function nameOf(ctx: Ctx, id: string): string {
  const rule = ruleOf(ctx, id);
  if (!rule) throw new AppError("not_found");
  return rule.name;
}
