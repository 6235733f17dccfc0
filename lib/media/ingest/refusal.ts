/** Refusals of files. They are values and not exceptions, because an invalid upload is an expected outcome. */

/**
 * Why a file was refused.
 *
 * - `empty`: it has no content
 * - `too_large`: it exceeds a limit of bytes, pixels, memory or time
 * - `too_small`: it has too few pixels
 * - `video`: it is a video; videos are stored at the video host
 * - `type`: its format is not accepted
 * - `animated`: it is an animation
 * - `broken`: it is truncated or damaged
 * - `unsafe`: it contains something that no picture needs, such as scripts or external references
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

/** A refused file. */
export interface Refusal {
  readonly kind: "refused";
  readonly reason: RefusalReason;
  /** One or more sentences for the user. */
  readonly message: string;
}

/** Creates a refusal. */
export function refusal(reason: RefusalReason, message: string): Refusal {
  return { kind: "refused", reason, message };
}

/** Creates the refusal of a file that takes too long to decode or draw. */
export function tooSlow(): Refusal {
  return refusal("too_large", "It takes too long to draw. Send it as a picture.");
}
