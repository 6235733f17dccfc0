import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

const TONES = {
  neutral: "border-line-strong text-ink",
  accent: "border-accent text-accent",
  positive: "border-positive text-positive",
  warning: "border-warning text-warning",
  danger: "border-danger text-danger",
} as const;
export type Tone = keyof typeof TONES;

/** A label of one or two words. The tone only repeats what the words say, so colour carries no meaning of its own. */
export function Badge({ tone = "neutral", class: className, children }: {
  tone?: Tone;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <span
      class={classNames(
        "inline-block rounded-sm border px-2 py-0.5 text-xs font-medium sm:whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
