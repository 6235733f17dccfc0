/** The budget of an analysis, in steps, and when it pauses. */

/** Steps between two pauses: a few milliseconds, so that requests are served in between. */
const STEPS_A_TURN = 1_000;

/** Default budget of an analysis: 2 million steps, which take some seconds. */
export const DEFAULT_BUDGET = 2_000_000;

/** Thrown when the budget is spent. Results found before that remain valid. */
export class BudgetSpent extends Error {
  override name = "BudgetSpent";
}

/** Boxes that one step may compare with a region, so that the length of a step does not grow with the rules. */
const BOXES_A_STEP = 100;

/** Returns the number of steps that comparing a region with `boxes` boxes costs. */
export function stepsFor(boxes: number): number {
  return 1 + Math.floor(boxes / BOXES_A_STEP);
}

/**
 * Counts the steps of an analysis against its budget. A step compares one region with up to 100 boxes, or builds one
 * class of answers.
 */
export class Meter {
  #steps = 0;
  #paused = 0;
  readonly #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Counts steps, and returns whether it is time for a pause. @throws {BudgetSpent} past the budget. */
  spend(steps = 1): boolean {
    this.#steps += steps;
    if (this.#steps > this.#budget) throw new BudgetSpent(`Stopped after ${this.#budget} steps`);
    if (this.#steps - this.#paused < STEPS_A_TURN) return false;
    this.#paused = this.#steps;
    return true;
  }
}
