/** Which systems the answers so far have not ruled out. */
import type { PlayCondition, WizardModel } from "./model.ts";

/**
 * The systems that further answers could still surface, as places in the model's list, in its order: a
 * rule that the answers do not contradict names the system, and no selected option requires what it
 * lacks. An unanswered question contradicts nothing. Answering a single-choice question never adds one.
 */
export function systemsInPlay(model: WizardModel, optionIds: readonly string[]): number[] {
  const selected = new Set(optionIds);
  const answered = new Set(
    model.questions
      .filter(({ options }) => options.some(({ id }) => selected.has(id)))
      .map(({ id }) => id),
  );
  const stands = ({ factorId, operator, optionIds: wanted }: PlayCondition): boolean => {
    if (!answered.has(factorId)) return true;
    if (operator === "all") return wanted.every((id) => selected.has(id));
    return wanted.some((id) => selected.has(id)) === (operator === "any");
  };
  const inPlay = new Set(
    model.rules.filter(({ conditions }) => conditions.every(stands)).flatMap(({ systems }) =>
      systems
    ),
  );
  for (const id of selected) {
    if (Object.hasOwn(model.failing, id)) {
      model.failing[id]?.forEach((place) => inPlay.delete(place));
    }
  }
  return [...inPlay].sort((a, b) => a - b);
}
