import { type Rule, RuleInJson } from "../../catalog/mod.ts";
import { AppError } from "../../http/mod.ts";

/** What a person can have typed wrong; the rest only a program gets wrong. */
const FAULTS: Readonly<Record<string, string>> = {
  id: "its id may hold letters, digits, - and _ alone",
  ruleSetId: "it has no rule set",
  priority: "its priority is not a whole number",
};

/** The id that a draft without one is tried under; the stored rules have none that is like it. */
const DRAFT_ID = "draft";

/** A rule that is not saved. */
export interface RuleDraftToTry {
  /** As it counts while it is tried: switched on, and not retired. */
  readonly rule: Rule;
  /** The id that its author gave it; empty for none yet. */
  readonly givenId: string;
  /** Whether its author has it switched on. */
  readonly enabled: boolean;
  /** The stored rule that it is to replace; null for a new one. */
  readonly stored: Rule | null;
}

/**
 * Reads the draft of a rule that an editor sends as JSON. One that names no stored rule is a new one.
 *
 * @throws {AppError} `invalid` for what is not in the shape of a rule.
 */
export function readRuleDraft(text: string, stored: readonly Rule[]): RuleDraftToTry {
  const parsed = RuleInJson.safeParse(fromJson(text));
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join(".") ?? "";
    const fault = FAULTS[place] ?? (place ? `${place} is not as in a rule` : "it is not a rule");
    throw new AppError("invalid", `Cannot try the draft of the rule: ${fault}`);
  }
  const { id, name, enabled, outcomes, ...draft } = parsed.data;
  return {
    rule: {
      ...draft,
      id: id || unusedId(stored),
      name: name.trim() || "The new rule",
      enabled: true,
      retired: false,
      outcomes: outcomes.map(({ rank, ...outcome }, index) => ({
        ...outcome,
        rank: rank ?? index + 1,
      })),
    },
    givenId: id,
    enabled,
    stored: stored.find((rule) => rule.id === id) ?? null,
  };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unusedId(stored: readonly Rule[]): string {
  const ids = new Set(stored.map(({ id }) => id));
  let id = DRAFT_ID;
  for (let number = 2; ids.has(id); number++) id = `${DRAFT_ID}-${number}`;
  return id;
}
