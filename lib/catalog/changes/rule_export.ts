import type { Rule } from "../schema.ts";
import type { Snapshot } from "../snapshot.ts";
import { streamTable } from "@/lib/http/mod.ts";
import { reporting } from "@/lib/log/mod.ts";
import { ruleNames, ruleSentence } from "./rule_sentence.ts";

/** Rules per chunk of the stream. */
const BATCH = 200;

const COLUMNS = [
  "rule_set",
  "priority",
  "id",
  "name",
  "state",
  "rule",
  "systems",
  "reasons",
] as const;

type Row = Readonly<Record<typeof COLUMNS[number], string | number>>;

/**
 * Streams rules as a CSV file, one row per rule in the order given. `state` is on, off or retired; `rule` is the rule
 * as a sentence; `systems` and `reasons` have one line per recommended system.
 */
export function exportRules(
  rules: readonly Rule[],
  snapshot: Snapshot,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamTable({
    columns: COLUMNS,
    batches: batches(rules, snapshot),
    format: "csv",
    onFault: reporting("editing", "cannot finish an export of rules"),
  });
}

async function* batches(rules: readonly Rule[], snapshot: Snapshot): AsyncGenerator<Row[]> {
  const { systemById } = ruleNames(snapshot);
  for (let from = 0; from < rules.length; from += BATCH) {
    yield rules.slice(from, from + BATCH).map((rule) => ({
      rule_set: rule.ruleSetId,
      priority: rule.priority,
      id: rule.id,
      name: rule.name,
      state: rule.retired ? "retired" : rule.enabled ? "on" : "off",
      rule: ruleSentence(rule, snapshot),
      systems: rule.outcomes.map(({ systemId, role }) =>
        `${systemById.get(systemId)?.name ?? systemId} (${role})`
      ).join("\n"),
      reasons: rule.outcomes.map(({ rationale }) => rationale).join("\n"),
    }));
  }
}
