/** Expected results of the demo's rules: the cases that experts would check first. */
import type { Scenario } from "@/lib/analysis/mod.ts";

/** Scenarios that the demo catalog is seeded with. All of them pass with its rules. */
export const demoScenarios: readonly Scenario[] = [
  scenario("terrace-kitchen", {
    name: "A kitchen that serves the terrace in a cold climate",
    answers: "home: cold-outside counter-window width-small",
    leads: "heron-counter",
  }),
  scenario("terrace-kitchen-lean", {
    name: "The same terrace kitchen on a lean budget",
    answers: "home: cold-outside counter-window width-small priority-cost",
    leads: "estuary-counter",
  }),
  scenario("cold-view", {
    name: "A wide view in a cold climate, opened in summer",
    answers: "home: cold-outside wall-tall width-large look-clear use-seasonal priority-view " +
      "priority-energy",
    leads: "heron-clad",
  }),
  scenario("wheels-to-terrace", {
    name: "A wheelchair from the living room to the terrace",
    answers: "home: mild-outside doorway width-medium floor-flush people-wheels",
    leads: "estuary-thermal",
  }),
  scenario("quiet-study", {
    name: "A quiet study between rooms",
    answers: "home: between-rooms wall-tall width-medium priority-quiet",
    leads: "causeway-interior",
  }),
  scenario("confidential-steel", {
    name: "Two meeting rooms with nothing overheard",
    answers: "workplace: meeting-rooms width-large height-raised sound-confidential use-staff",
    leads: "quarry-steel",
  }),
  scenario("confidential-glass", {
    name: "Nothing overheard, and clear glass all the same",
    answers: "workplace: meeting-rooms width-medium height-standard sound-confidential look-clear",
    leads: "quarry-glass",
  }),
  scenario("restaurant-porch", {
    name: "A restaurant’s porch that opens every day",
    answers: "hospitality: restaurant porch wall-tall width-large look-slim floor-flush use-daily",
    leads: "glasswing-balcony",
  }),
  scenario("event-hall", {
    name: "An event hall divided without a view through",
    answers: "hospitality: event-hall between-rooms wall-grand width-vast look-private use-staff",
    leads: "ascent-wall",
  }),
];

/** Parses a scenario from answers written as "track: option option". */
function scenario(
  id: string,
  { name, answers, leads }: { name: string; answers: string; leads: string },
): Scenario {
  const [trackId = "", optionIds = ""] = answers.split(": ");
  return { id, name, trackId, optionIds: optionIds.split(" "), expectedSystemId: leads };
}
