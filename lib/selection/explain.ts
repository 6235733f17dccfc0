/** The sentences that the engine writes. Staff write all other texts of a result. */

/** Why there is no pick when no known option is selected (spec §4.1). */
export const NO_ANSWERS =
  "Answer at least one question and we will recommend the system that fits.";

/** Why there is no pick when answers were given (spec §4.1). */
export const NO_MATCH =
  "No system fits this exact combination of answers. Try changing or removing one of them, or contact " +
  "us and an advisor will find the right system with you.";

/** One side of an over-specification. */
interface TieredName {
  name: string;
  tier: string;
}

/**
 * Returns the sentence beside an over-specification. It is neutral, because the buyer may still want the dearer system. It says
 * only that the requirements are met, because answers without a requirement were not checked against the cheaper system.
 */
export function noteOverSpecification(lead: TieredName, cheapest: TieredName): string {
  return `${cheapest.name} (${cheapest.tier}) also meets what your answers require, on a lower budget ` +
    `tier than ${lead.name} (${lead.tier}).`;
}
