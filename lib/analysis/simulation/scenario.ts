/** Scenarios: stored answers with the system that staff expect to lead. */
import { z } from "zod";
import { idField, lineField } from "@/lib/http/mod.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";

/** Most answers of a scenario, the same as in the URL of a selection. */
const MAX_SCENARIO_OPTIONS = 100;
/** Longest name of a scenario, in characters. */
const MAX_SCENARIO_NAME = 120;

/** A stored set of answers with the expected lead. */
export interface Scenario {
  readonly id: string;
  readonly name: string;
  /** Null for the default rule set. */
  readonly trackId: string | null;
  readonly optionIds: readonly string[];
  /** Null when nothing should be recommended. */
  readonly expectedSystemId: string | null;
}

/** Validates the form of a scenario, apart from its references, which {@linkcode scenarioFaults} checks. */
export const ScenarioFields = z.object({
  name: lineField(MAX_SCENARIO_NAME),
  trackId: idField().nullable(),
  optionIds: z.array(idField()).min(1, "Give at least one answer").max(
    MAX_SCENARIO_OPTIONS,
    `A scenario holds at most ${MAX_SCENARIO_OPTIONS} answers`,
  ),
  expectedSystemId: idField().nullable(),
});

/**
 * Returns why a scenario must not be stored, as messages by form field: its track, system and answers must exist and be
 * live, and a single-choice factor may have only one answer.
 */
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
