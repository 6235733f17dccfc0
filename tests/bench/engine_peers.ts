/** Translates the rules of a catalog for two public rule engines. */
import type { Catalog, Rule, RuleCondition } from "@/lib/catalog/mod.ts";
import type { Answers } from "@/lib/selection/mod.ts";
import { published } from "./published.ts";

/**
 * An engine loaded with rules. `prepare` converts answers to its facts, and `fire` returns the ids of matching rules.
 */
export interface Peer<Facts> {
  name: string;
  prepare: (answers: Answers) => Facts;
  fire: (facts: Facts) => Promise<string[]>;
}

/** The selected option of every factor, or null. */
type FactorFacts = Record<string, string | null>;

interface JsonRulesModule {
  Engine: new (rules: unknown[]) => {
    run(facts: FactorFacts): Promise<{ events: { type: string }[] }>;
  };
}

interface DecisionTableModule {
  ZenEngine: new () => {
    createDecision(content: object): {
      evaluate(facts: FactorFacts): Promise<{ result: { rule: string }[] }>;
    };
  };
}

/** Loads json-rules-engine with one rule per rule, its own operators and no priorities, which is its fastest set-up. */
export async function jsonRulesEngine(catalog: Catalog): Promise<Peer<FactorFacts>> {
  const { Engine }: JsonRulesModule = await import(published("json-rules-engine", "7.3.1"));
  const engine = new Engine(catalog.rules.map(({ id, conditions }) => ({
    event: { type: id },
    conditions: {
      all: conditions.map(({ factorId, operator, optionIds }) => ({
        fact: factorId,
        operator: operator === "none" ? "notIn" : "in",
        value: optionIds,
      })),
    },
  })));
  return {
    name: "json-rules-engine 7.3.1",
    prepare: (answers) => factorFacts(catalog, answers),
    fire: async (facts) => (await engine.run(facts)).events.map(({ type }) => type),
  };
}

/** Loads zen-engine, which is native code, with one decision table that collects every matching row. */
export async function zenEngine(catalog: Catalog): Promise<Peer<FactorFacts>> {
  const { ZenEngine }: DecisionTableModule = await import(
    published("@gorules/zen-engine", "0.52.1")
  );
  const decision = new ZenEngine().createDecision(decisionTable(catalog));
  return {
    name: "@gorules/zen-engine 0.52.1",
    prepare: (answers) => factorFacts(catalog, answers),
    fire: async (facts) => (await decision.evaluate(facts)).result.map(({ rule }) => rule),
  };
}

function factorFacts({ factors }: Catalog, { optionIds }: Answers): FactorFacts {
  return Object.fromEntries(
    factors.map(({ id, options }) => [
      id,
      options.find((option) => optionIds.includes(option.id))?.id ?? null,
    ]),
  );
}

function decisionTable(catalog: Catalog): object {
  const node = (id: string, type: string, content: object = {}) => (
    { id, type, name: id, position: { x: 0, y: 0 }, content }
  );
  const edge = (sourceId: string, targetId: string) => (
    { id: `${sourceId}-${targetId}`, type: "edge", sourceId, targetId }
  );
  const column = (id: string) => ({ id, name: id, field: id });
  return {
    nodes: [
      node("answers", "inputNode"),
      node("rules", "decisionTableNode", {
        hitPolicy: "collect",
        inputs: catalog.factors.map(({ id }) => column(id)),
        outputs: [column("rule")],
        rules: catalog.rules.map((rule) => ({
          _id: rule.id,
          rule: `"${rule.id}"`,
          ...cells(catalog, rule),
        })),
      }),
      node("fired", "outputNode"),
    ],
    edges: [edge("answers", "rules"), edge("rules", "fired")],
  };
}

/** Returns one cell per factor, empty for any answer. No rule of the benchmark names a factor twice. */
function cells({ factors }: Catalog, { conditions }: Rule): Record<string, string> {
  return Object.fromEntries(factors.map(({ id }) => {
    const condition = conditions.find(({ factorId }) => factorId === id);
    return [id, condition ? cell(condition) : ""];
  }));
}

function cell({ operator, optionIds }: RuleCondition): string {
  const list = optionIds.map((id) => `"${id}"`).join(", ");
  return operator === "none" ? `not in [${list}]` : list;
}
