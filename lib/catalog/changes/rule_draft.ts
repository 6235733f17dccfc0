/** Drafts of rules: form input as typed, possibly incomplete, and the editor's actions on it. Pure. */
import { z } from "zod";
import { type Catalog, Id, type Rule } from "../schema.ts";
import { AppError, isTicked, lineField, paragraphField, wholeNumberField } from "@/lib/http/mod.ts";
import { readJson } from "@/lib/text/mod.ts";
import { rowsOf } from "./form_rows.ts";
import { RULE_PRIORITY } from "./rules.ts";

/** A condition as typed. */
export interface DraftCondition {
  readonly factorId: string;
  readonly operator: string;
  readonly optionIds: readonly string[];
}

/** An outcome as typed; its index in the list decides its rank. */
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

/** Most conditions, options per condition and outcomes of a rule, and longest rationale in characters. */
export const RULE_LIMITS: {
  readonly conditions: number;
  readonly options: number;
  readonly outcomes: number;
  readonly rationale: number;
} = { conditions: 20, options: 50, outcomes: 20, rationale: 600 };

/** Validates the fields of a draft; `ruleOfDraft` also checks its references against the catalog. */
export const RuleFields = z.object({
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

/** Returns the draft of a stored rule. */
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

/** Returns the form fields of a draft, with rows numbered from 0. */
export function formOfDraft(draft: RuleDraft): URLSearchParams {
  const form = new URLSearchParams({
    name: draft.name,
    ruleSetId: draft.ruleSetId,
    priority: draft.priority,
    ...(draft.enabled && { enabled: "true" }),
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
 * Parses a form into a draft. Rows are ordered by number, and numbers may have gaps; unknown fields are ignored.
 *
 * @throws {AppError} `invalid` for more rows or options than {@linkcode RULE_LIMITS} allows.
 */
export function draftOfForm(form: URLSearchParams): RuleDraft {
  const draft = {
    name: form.get("name") ?? "",
    ruleSetId: form.get("ruleSetId") ?? "",
    priority: form.get("priority") ?? "",
    enabled: isTicked(form.get("enabled")),
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

/**
 * A draft in JSON. Its texts may have any length, because the form that shows them again says what is too long; the body of
 * a request is limited anyway.
 */
const DraftJson = z.object({
  name: z.string().default(""),
  ruleSetId: z.string().default(""),
  priority: z.union([z.string(), z.number()]).transform(String).default(""),
  enabled: z.boolean().default(false),
  conditions: z.array(z.object({
    factorId: z.string(),
    operator: z.string(),
    optionIds: z.array(z.string()),
  })).default([]),
  outcomes: z.array(z.object({
    systemId: z.string(),
    role: z.string(),
    rationale: z.string(),
  })).default([]),
  version: z.string().nullable().default(null),
});

/**
 * The JSON body of a rule to try out: every part is valid, but the name and the outcomes may be missing. Its texts may be
 * empty or too long: the editor says so, and a trial run does not need them.
 */
export const RuleInJson = z.object({
  id: Id.or(z.literal("")).default(""),
  ruleSetId: Id,
  name: z.string(),
  priority: z.union([z.int(), z.string().trim().regex(/^-?\d{1,9}$/).transform(Number)]),
  enabled: z.boolean().default(true),
  conditions: z.array(z.object({
    factorId: Id,
    operator: z.enum(["any", "all", "none"]),
    optionIds: z.array(Id).max(200),
  })).max(50),
  outcomes: z.array(z.object({
    systemId: Id,
    role: z.enum(["preferred", "alternative"]),
    rank: z.int().optional(),
    rationale: z.string(),
  })).max(50),
});

/** A draft that another page, such as the simulator, sends back to the editor. */
export interface ReturnedDraft extends RuleDraft {
  /** Version of the stored rule that the draft started from; null when it has none. */
  readonly version: string | null;
}

/**
 * Parses a draft that another page sends back as JSON, in the shape of a rule.
 *
 * @throws {AppError} `invalid` for anything but such a JSON object, and for more rows or options than
 * {@linkcode RULE_LIMITS} allows.
 */
export function draftOfJson(text: string): ReturnedDraft {
  const parsed = DraftJson.safeParse(readJson(text));
  if (!parsed.success) throw new AppError("invalid", "Cannot read the draft of the rule");
  return withinLimits(parsed.data);
}

function withinLimits<D extends RuleDraft>(draft: D): D {
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

/** Returns a priority for a new rule behind the live rules of its set: the next multiple of ten, at most the maximum. */
export function nextPriority({ rules }: Catalog, ruleSetId: string): number {
  const last = Math.max(
    0,
    ...rules.filter((rule) => rule.ruleSetId === ruleSetId && !rule.retired)
      .map(({ priority }) => priority),
  );
  return Math.min(RULE_PRIORITY.max, Math.floor(last / 10) * 10 + 10);
}

const ACTION = /^(add|remove|up|down)-(condition|outcome)(?:\.(\d{1,2}))?$/;

/**
 * Applies an action of the editor to a draft: adds or removes a condition or an outcome, or moves an outcome up or
 * down. `intent` is the value of the pressed button. An action on a row that does not exist changes nothing. Returns
 * null when `intent` is not such an action.
 *
 * @throws {AppError} `invalid` when an added row would exceed {@linkcode RULE_LIMITS}.
 */
export function actOnDraft(
  draft: RuleDraft,
  { intent, form }: { intent: string; form: URLSearchParams },
): RuleDraft | null {
  const action = ACTION.exec(intent);
  if (!action) return null;
  const [, verb, list, number] = action;
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
