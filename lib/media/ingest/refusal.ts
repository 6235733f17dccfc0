/** Why a file is not taken in. A value: that strangers send strange files is no failure of ours. */

/**
 * What is wrong with a file.
 *
 * - `empty`: it has no content
 * - `too_large`: it has more bytes or pixels than are taken
 * - `too_small`: it shows next to nothing
 * - `video`: videos are kept at the video host
 * - `type`: it is no picture of a kind that is taken
 * - `animated`: it is more than one picture
 * - `broken`: it is broken off or damaged
 * - `unsafe`: it holds what a picture has no need of, such as scripts or references to elsewhere
 */
export type RefusalReason =
  | "empty"
  | "too_large"
  | "too_small"
  | "video"
  | "type"
  | "animated"
  | "broken"
  | "unsafe";

/** A file that is not taken in. */
export interface Refusal {
  readonly kind: "refused";
  readonly reason: RefusalReason;
  /** One or two sentences for people. */
  readonly message: string;
}

/** Makes a refusal. */
export function refusal(reason: RefusalReason, message: string): Refusal {
  return { kind: "refused", reason, message };
}

/** Refuses for the time that it takes. */
export function tooSlow(): Refusal {
  return refusal("too_large", "It takes too long to draw. Send it as a picture.");
}
