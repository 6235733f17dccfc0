import { type Rule, RuleInJson } from "@/lib/catalog/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import { readJson } from "@/lib/text/mod.ts";

/** Messages for the fields that a person can get wrong; other fields are wrong only if a program sent them. */
const FAULTS: Readonly<Record<string, string>> = {
  id: "its id may hold letters, digits, - and _ alone",
  ruleSetId: "it has no rule set",
  priority: "its priority is not a whole number",
};

/** The id of a draft that has none yet; a number is appended if a stored rule has this id. */
const DRAFT_ID = "draft";

/** An unsaved rule to try out. */
export interface RuleDraftToTry {
  /** The rule as it is tried: enabled and not retired, whatever its author set. */
  readonly rule: Rule;
  /** The id that its author entered; empty when there is none yet. */
  readonly givenId: string;
  /** Whether its author has enabled it. */
  readonly enabled: boolean;
  /** The stored rule that it replaces; null for a new rule. */
  readonly stored: Rule | null;
}

/**
 * Parses the draft of a rule that the editor sends as JSON. A draft whose id is not that of a stored rule is new.
 *
 * @throws {AppError} `invalid` for text that is not a rule as JSON.
 */
export function readRuleDraft(text: string, stored: readonly Rule[]): RuleDraftToTry {
  const parsed = RuleInJson.safeParse(readJson(text));
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

function unusedId(stored: readonly Rule[]): string {
  const ids = new Set(stored.map(({ id }) => id));
  let id = DRAFT_ID;
  for (let number = 2; ids.has(id); number++) id = `${DRAFT_ID}-${number}`;
  return id;
}
