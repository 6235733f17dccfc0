import type { JSX } from "preact";
import { inSentence } from "@/lib/text/mod.ts";
import type { LabelledAnswer, Reason } from "@/lib/journey/mod.ts";
import { classNames } from "@/components/ui/class_names.ts";

/** The rationales of the rules, verbatim (spec §2.1), each with the answers that triggered it. */
export function Reasons({ reasons, tone = "loud" }: {
  reasons: readonly Reason[];
  /** `quiet` for systems other than the lead. */
  tone?: "loud" | "quiet";
}): JSX.Element {
  const isLoud = tone === "loud";
  const isWide = isLoud && reasons.length > 1;
  return (
    <ul
      class={classNames(
        "grid grid-cols-[minmax(0,1fr)]",
        isLoud ? "gap-7" : "gap-4",
        isWide && "items-start gap-x-16 lg:grid-cols-2",
      )}
    >
      {reasons.map(({ rationale, because }) => (
        <li
          key={rationale}
          class={classNames("border-s-2 ps-5", isLoud ? "border-accent" : "border-line")}
        >
          <p class={isLoud ? "text-lg" : undefined}>{rationale}</p>
          {because.length > 0 && (
            <p class="mt-1.5 text-sm text-muted">
              Because you said: <Answers answers={because} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Answers in one line, each with its question. */
export function Answers({ answers }: { answers: readonly LabelledAnswer[] }): JSX.Element {
  return (
    <>
      {answers.map(({ optionId, factor, label }, index) => (
        <span key={optionId}>
          {index > 0 && "\u00a0· "}
          <span class="text-ink">{label}</span> ({inSentence(factor)})
        </span>
      ))}
    </>
  );
}
