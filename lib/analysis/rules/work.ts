/** How much work an analysis may do, counted in steps, and the pauses it makes on the way. */
import { setImmediate as turn } from "node:timers/promises";

/** Steps between two pauses: a few milliseconds, so that requests are served meanwhile. */
const STEPS_A_TURN = 1_000;

/** Steps that an analysis may take unless it is told otherwise: some seconds. */
export const DEFAULT_BUDGET = 2_000_000;

/** Work that stops for a moment wherever it yields, and goes on when it is told to. */
export type Work<T> = Generator<void, T>;

/** Thrown when the budget is spent; what was found until then stands. */
export class BudgetSpent extends Error {
  override name = "BudgetSpent";
}

/** Boxes that a region is held against in one step, so that a step is short however many rules there are. */
const BOXES_A_STEP = 100;

/** How many steps it takes to hold a region against some boxes. */
export function stepsFor(boxes: number): number {
  return 1 + Math.floor(boxes / BOXES_A_STEP);
}

/**
 * Counts the steps of an analysis. A step is one region held against up to a hundred boxes, or one class of
 * answers made.
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

  /** Counts steps; says whether it is time for a pause. @throws BudgetSpent past the budget. */
  spend(steps = 1): boolean {
    this.#steps += steps;
    if (this.#steps > this.#budget) throw new BudgetSpent(`Stopped after ${this.#budget} steps`);
    if (this.#steps - this.#paused < STEPS_A_TURN) return false;
    this.#paused = this.#steps;
    return true;
  }
}

/** Does all the work, and lets the event loop turn at each pause. */
export async function workThrough<T>(work: Work<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await turn();
  }
}
