/** The sentences that the engine writes. Staff wrote all other texts that buyers read. */

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
 * The sentence beside an over-specification: neutral, for the dearer pick may still be wanted, and no
 * more than the engine knows, for wishes that require nothing of a system were not held against it.
 */
export function noteOverSpecification(lead: TieredName, cheapest: TieredName): string {
  return `${cheapest.name} (${cheapest.tier}) also meets what your answers require, on a lower budget ` +
    `tier than ${lead.name} (${lead.tier}).`;
}
