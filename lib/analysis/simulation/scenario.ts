/** Scenarios: answers that staff keep, with the system they expect to lead. */
import { z } from "zod";
import { idField, lineField } from "../../http/mod.ts";
import type { FieldErrors } from "../../records/mod.ts";
import type { Snapshot } from "../../catalog/mod.ts";

/** Most answers that a scenario holds, as many as an address does. */
export const MAX_SCENARIO_OPTIONS = 100;
/** Longest name of a scenario. */
export const MAX_SCENARIO_NAME = 120;

/** Answers with an expectation. */
export interface Scenario {
  readonly id: string;
  readonly name: string;
  /** Null for the default rule set. */
  readonly trackId: string | null;
  readonly optionIds: readonly string[];
  /** Null expects that nothing is recommended. */
  readonly expectedSystemId: string | null;
}

/** A scenario as a form sends it; whether what it names is there is {@linkcode scenarioFaults}' to say. */
export const ScenarioFields = z.object({
  name: lineField(MAX_SCENARIO_NAME),
  trackId: idField().nullable(),
  optionIds: z.array(idField()).min(1, "Give at least one answer").max(
    MAX_SCENARIO_OPTIONS,
    `A scenario holds at most ${MAX_SCENARIO_OPTIONS} answers`,
  ),
  expectedSystemId: idField().nullable(),
});

/** What keeps a scenario from being stored, by field: everything it names is to be there and live. */
export function scenarioFaults(
  { trackId, optionIds, expectedSystemId }: Omit<Scenario, "id" | "name">,
  snapshot: Snapshot,
): FieldErrors {
  const fields: Record<string, string> = {};
  if (trackId !== null && !snapshot.tracks.some(({ id }) => id === trackId)) {
    fields.track = `There is no track “${trackId}”`;
  }
  if (expectedSystemId !== null && !snapshot.systemById.has(expectedSystemId)) {
    fields.expected = `There is no system “${expectedSystemId}” on offer`;
  }
  const unknown = optionIds.filter((id) => !snapshot.factorIdByOptionId.has(id));
  if (unknown.length > 0) {
    fields.options = `These answers are not on offer: ${unknown.join(", ")}`;
    return fields;
  }
  const given = Map.groupBy(optionIds, (id) => snapshot.factorIdByOptionId.get(id) ?? "");
  const twice = snapshot.factors.find(({ id, multiple }) =>
    !multiple && new Set(given.get(id)).size > 1
  );
  if (twice) fields.options = `Buyers give one answer to ${twice.name}, and these are several`;
  return fields;
}
