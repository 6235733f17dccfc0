/** A rule on its way through a form: as typed, whole or not. Pure. */
import { z } from "zod";
import { type FieldErrors, lineField, paragraphField, wholeNumberField } from "../admin/mod.ts";
import type { Catalog, FactorOption, Rule } from "../catalog/mod.ts";
import { AppError, type CheckedForm } from "../http/mod.ts";
import { missingFrom, RULE_PRIORITY } from "./rules.ts";

/** A condition as typed. */
export interface DraftCondition {
  readonly factorId: string;
  readonly operator: string;
  readonly optionIds: readonly string[];
}

/** An outcome as typed; its place in the list is its rank. */
export interface DraftOutcome {
  readonly systemId: string;
  readonly role: string;
  readonly rationale: string;
}

/** A rule as typed. */
export interface RuleDraft {
  readonly name: string;
  readonly ruleSetId: string;
  readonly priority: string;
  readonly enabled: boolean;
  readonly conditions: readonly DraftCondition[];
  readonly outcomes: readonly DraftOutcome[];
}

/** How much a rule may hold; no sensible rule comes near. */
export const RULE_LIMITS: {
  readonly conditions: number;
  readonly options: number;
  readonly outcomes: number;
  readonly rationale: number;
} = { conditions: 20, options: 50, outcomes: 20, rationale: 600 };

/** A rule as it stands in a form before anything is typed. */
export function draftOfRule(rule: Omit<Rule, "id" | "retired">): RuleDraft {
  const { name, ruleSetId, priority, enabled, conditions, outcomes } = rule;
  return {
    name,
    ruleSetId,
    priority: String(priority),
    enabled,
    conditions,
    outcomes: outcomes.map(({ rank: _, ...outcome }) => outcome),
  };
}

/** The fields of a form that hold a draft, rows numbered from 0. */
export function formOfDraft(draft: RuleDraft): URLSearchParams {
  const form = new URLSearchParams({
    name: draft.name,
    ruleSetId: draft.ruleSetId,
    priority: draft.priority,
    ...(draft.enabled && { enabled: "on" }),
  });
  draft.conditions.forEach(({ factorId, operator, optionIds }, index) => {
    form.set(`conditions.${index}.factorId`, factorId);
    form.set(`conditions.${index}.operator`, operator);
    for (const id of optionIds) form.append(`conditions.${index}.optionIds`, id);
  });
  draft.outcomes.forEach(({ systemId, role, rationale }, index) => {
    form.set(`outcomes.${index}.systemId`, systemId);
    form.set(`outcomes.${index}.role`, role);
    form.set(`outcomes.${index}.rationale`, rationale);
  });
  return form;
}

/**
 * Reads the draft that a form holds. Rows come in the order of their numbers, which may leave gaps; fields
 * that no row has are ignored.
 *
 * @throws {AppError} `invalid` for more rows or options than {@linkcode RULE_LIMITS} allows.
 */
export function draftOfForm(form: URLSearchParams): RuleDraft {
  const draft = {
    name: form.get("name") ?? "",
    ruleSetId: form.get("ruleSetId") ?? "",
    priority: form.get("priority") ?? "",
    enabled: form.has("enabled"),
    conditions: rowsOf(form, "conditions").map((row): DraftCondition => ({
      factorId: form.get(`${row}.factorId`) ?? "",
      operator: form.get(`${row}.operator`) ?? "any",
      optionIds: [...new Set(form.getAll(`${row}.optionIds`))],
    })),
    outcomes: rowsOf(form, "outcomes").map((row): DraftOutcome => ({
      systemId: form.get(`${row}.systemId`) ?? "",
      role: form.get(`${row}.role`) ?? "preferred",
      rationale: form.get(`${row}.rationale`) ?? "",
    })),
  };
  return withinLimits(draft);
}

const FIELD = /^(conditions|outcomes)\.(\d{1,2})\.[a-zA-Z]{1,20}$/;

function rowsOf(form: URLSearchParams, list: "conditions" | "outcomes"): string[] {
  const numbers = new Set<number>();
  for (const name of form.keys()) {
    const field = FIELD.exec(name);
    // A number with a leading zero would name the row of another.
    if (field?.[1] === list && String(Number(field[2])) === field[2]) numbers.add(Number(field[2]));
  }
  return [...numbers].sort((a, b) => a - b).map((number) => `${list}.${number}`);
}

const DraftJson = z.object({
  name: z.string().max(2_000).catch(""),
  ruleSetId: z.string().max(200).catch(""),
  priority: z.union([z.string().max(20), z.number()]).transform(String).catch(""),
  enabled: z.boolean().catch(false),
  conditions: z.array(z.object({
    factorId: z.string().max(200),
    operator: z.string().max(20),
    optionIds: z.array(z.string().max(200)),
  })).catch([]),
  outcomes: z.array(z.object({
    systemId: z.string().max(200),
    role: z.string().max(20),
    rationale: z.string().max(5_000),
  })).catch([]),
});

/**
 * Reads the draft that another page sends back as JSON, in the shape of a rule.
 *
 * @throws {AppError} `invalid` for what is none, or holds more than {@linkcode RULE_LIMITS} allows.
 */
export function draftOfJson(text: string): RuleDraft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "Cannot read the draft of the rule", { cause });
  }
  const parsed = DraftJson.safeParse(value);
  if (!parsed.success) throw new AppError("invalid", "Cannot read the draft of the rule");
  return withinLimits(parsed.data);
}

function withinLimits(draft: RuleDraft): RuleDraft {
  const { conditions, options, outcomes } = RULE_LIMITS;
  if (draft.conditions.length > conditions) {
    throw new AppError("invalid", `A rule has at most ${conditions} conditions`);
  }
  if (draft.conditions.some(({ optionIds }) => optionIds.length > options)) {
    throw new AppError("invalid", `A condition names at most ${options} answers`);
  }
  if (draft.outcomes.length > outcomes) {
    throw new AppError("invalid", `A rule recommends at most ${outcomes} systems`);
  }
  return draft;
}

/** What a draft is checked against. */
export interface RuleContext {
  readonly id: string;
  /** The rule as stored; null while it is new. */
  readonly current: Rule | null;
  readonly catalog: Catalog;
}

const RuleFields = z.object({
  name: lineField(120, "Enter a name"),
  ruleSetId: z.string(),
  priority: wholeNumberField(RULE_PRIORITY),
  enabled: z.boolean(),
  conditions: z.array(z.object({
    factorId: z.string(),
    operator: z.enum(["any", "all", "none"], "Choose any of, all of or none of"),
    optionIds: z.array(z.string()),
  })),
  outcomes: z.array(z.object({
    systemId: z.string(),
    role: z.enum(["preferred", "alternative"], "Choose preferred or alternative"),
    rationale: paragraphField(RULE_LIMITS.rationale, "Give the reason: buyers read it"),
  })),
});

/**
 * Makes the rule that a draft describes, or says what is wrong beside which field. What is retired stays
 * where the stored rule names it already, and can be named nowhere else.
 */
export function ruleOfDraft(draft: RuleDraft, context: RuleContext): CheckedForm<Rule> {
  const { id, current, catalog } = context;
  const parsed = RuleFields.safeParse(draft);
  const fields = {
    ...referenceErrors(draft, context),
    ...(draft.enabled && missingOf(draft)),
    ...(parsed.error && errorsByField(parsed.error)),
  };
  if (!parsed.success || Object.keys(fields).length > 0) return { ok: false, fields };
  const { conditions, outcomes, ...rule } = parsed.data;
  return {
    ok: true,
    value: {
      id,
      ...rule,
      retired: current?.retired ?? false,
      conditions: conditions.map((condition) => ({
        ...condition,
        optionIds: inOrder(optionsOf(catalog, condition.factorId), condition.optionIds),
      })),
      outcomes: ranked(outcomes, current),
    },
  };
}

function missingOf({ conditions, outcomes }: RuleDraft): FieldErrors {
  return missingFrom({
    conditions: conditions.map(({ factorId, optionIds }) => ({
      factorId,
      operator: "any",
      optionIds: [...optionIds],
    })),
    outcomes: outcomes.map(({ systemId }, index) => ({
      systemId,
      role: "preferred",
      rank: index + 1,
      rationale: "",
    })),
  });
}

function errorsByField({ issues }: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.slice(0, 3).join(".")] ??= message;
  return fields;
}

function referenceErrors(draft: RuleDraft, { current, catalog }: RuleContext): FieldErrors {
  const fields: Record<string, string> = {};
  const ruleSet = catalog.ruleSets.find(({ id }) => id === draft.ruleSetId);
  if (!ruleSet) fields.ruleSetId = "Choose a rule set";
  else if (ruleSet.retired && current?.ruleSetId !== ruleSet.id) {
    fields.ruleSetId = `${ruleSet.name} is retired. Choose another rule set`;
  }
  const named = namedBy(current);
  draft.conditions.forEach((condition, index) => {
    const error = conditionError(condition, { catalog, named });
    if (error) fields[`conditions.${index}.${error.field}`] = error.message;
  });
  const taken = new Set<string>();
  draft.outcomes.forEach(({ systemId }, index) => {
    const system = catalog.systems.find(({ id }) => id === systemId);
    const field = `outcomes.${index}.systemId`;
    if (!system) fields[field] = "Choose a system";
    else if (taken.has(systemId)) {
      fields[field] = `${system.name} stands here twice. A rule recommends a system once`;
    } else if (system.retired && !named.has(systemId)) {
      fields[field] = `${system.name} is retired. Choose another system`;
    }
    taken.add(systemId);
  });
  return fields;
}

function conditionError(
  { factorId, optionIds }: DraftCondition,
  { catalog, named }: { catalog: Catalog; named: ReadonlySet<string> },
): { field: "factorId" | "optionIds"; message: string } | null {
  const factor = catalog.factors.find(({ id }) => id === factorId);
  if (!factor) {
    return { field: "factorId", message: "This factor is not there. Remove the condition" };
  }
  if (factor.retired && !named.has(factorId)) {
    return { field: "factorId", message: `${factor.name} is retired. Remove the condition` };
  }
  const options = new Map(factor.options.map((option) => [option.id, option]));
  for (const id of optionIds) {
    const option = options.get(id);
    if (!option) return { field: "optionIds", message: `“${id}” is no answer to ${factor.name}` };
    if (option.retired && !named.has(id)) {
      return { field: "optionIds", message: `“${option.label}” is retired. Take it away` };
    }
  }
  return null;
}

/** Ids of whatever a rule names. Ids are unique within their kind, and only retired records matter. */
function namedBy(rule: Rule | null): ReadonlySet<string> {
  return new Set([
    ...(rule?.conditions ?? []).flatMap(({ factorId, optionIds }) => [factorId, ...optionIds]),
    ...(rule?.outcomes ?? []).map(({ systemId }) => systemId),
  ]);
}

function optionsOf({ factors }: Catalog, factorId: string): readonly FactorOption[] {
  return factors.find(({ id }) => id === factorId)?.options ?? [];
}

/** The options in the order in which buyers are shown them, as they are stored. */
function inOrder(options: readonly FactorOption[], ids: readonly string[]): string[] {
  return options.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** Ranks by place; an order that nobody touched keeps its numbers, which count between rules too. */
function ranked(
  outcomes: readonly Omit<Rule["outcomes"][number], "rank">[],
  current: Rule | null,
): Rule["outcomes"] {
  const stored = current?.outcomes ?? [];
  const same = stored.length === outcomes.length &&
    stored.every(({ systemId }, index) => systemId === outcomes[index]?.systemId);
  return outcomes.map(({ systemId, role, rationale }, index) => ({
    systemId,
    role,
    rank: same ? stored[index]?.rank ?? index + 1 : index + 1,
    rationale,
  }));
}

/** The priority that puts a new rule behind the others of its set, at the next multiple of ten. */
export function nextPriority({ rules }: Catalog, ruleSetId: string): number {
  const last = Math.max(
    0,
    ...rules.filter((rule) => rule.ruleSetId === ruleSetId && !rule.retired)
      .map(({ priority }) => priority),
  );
  return Math.min(RULE_PRIORITY.max, Math.floor(last / 10) * 10 + 10);
}

const ACT = /^(add|remove|up|down)-(condition|outcome)(?:\.(\d{1,2}))?$/;

/**
 * Does an act of the editor to a draft: adds a condition or an outcome, takes one away, or moves an outcome
 * up or down, as the button `go` says. What the draft has no such row for changes nothing; null is no act.
 *
 * @throws {AppError} `invalid` when there is no room for a further row.
 */
export function actOnDraft(
  draft: RuleDraft,
  { go, form }: { go: string; form: URLSearchParams },
): RuleDraft | null {
  const act = ACT.exec(go);
  if (!act) return null;
  const [, verb, list, number] = act;
  const index = number === undefined ? -1 : Number(number);
  const { conditions, outcomes } = draft;
  if (verb === "add" && list === "condition") {
    const factorId = form.get("add.factorId") ?? "";
    if (factorId === "") return draft;
    const added = { factorId, operator: "any", optionIds: [] };
    return withinLimits({ ...draft, conditions: [...conditions, added] });
  }
  if (verb === "add") {
    const systemId = form.get("add.systemId") ?? "";
    if (systemId === "") return draft;
    const role = outcomes.length === 0 ? "preferred" : "alternative";
    return withinLimits({ ...draft, outcomes: [...outcomes, { systemId, role, rationale: "" }] });
  }
  if (verb === "remove") {
    return list === "condition"
      ? { ...draft, conditions: conditions.toSpliced(index, index < 0 ? 0 : 1) }
      : { ...draft, outcomes: outcomes.toSpliced(index, index < 0 ? 0 : 1) };
  }
  const to = verb === "up" ? index - 1 : index + 1;
  const [moved, neighbour] = [outcomes[index], outcomes[to]];
  if (list === "condition" || !moved || !neighbour) return draft;
  return { ...draft, outcomes: outcomes.with(index, neighbour).with(to, moved) };
}

/** A rule as near to a draft as rules come, for telling and trying it before it is whole. */
export function ruleNearDraft(
  draft: RuleDraft,
  { id, current }: Omit<RuleContext, "catalog">,
): Rule {
  const priority = Number(draft.priority);
  return {
    id,
    name: draft.name,
    ruleSetId: draft.ruleSetId,
    priority: Number.isSafeInteger(priority) ? priority : RULE_PRIORITY.max,
    enabled: draft.enabled,
    retired: current?.retired ?? false,
    conditions: draft.conditions.map(({ factorId, operator, optionIds }) => ({
      factorId,
      operator: operator === "all" || operator === "none" ? operator : "any",
      optionIds: [...optionIds],
    })),
    outcomes: ranked(
      draft.outcomes.map(({ systemId, role, rationale }) => ({
        systemId,
        role: role === "alternative" ? role : "preferred",
        rationale,
      })),
      current,
    ),
  };
}
