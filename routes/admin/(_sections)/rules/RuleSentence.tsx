import type { JSX } from "preact";
import { type RuleBody, ruleParts, type Snapshot } from "@/lib/catalog/mod.ts";
import { classNames } from "@/components/ui/class_names.ts";

/** A rule as one sentence; names are emphasised, and retired records are struck through. */
export function RuleSentence(
  { rule, snapshot, class: name }: { rule: RuleBody; snapshot: Snapshot; class?: string },
): JSX.Element {
  return (
    <p class={classNames("rule-sentence", name)}>
      {ruleParts(rule, snapshot).map(({ text, kind, gone }, index) => {
        if (kind === "plain") return text;
        const words = kind === "option" ? `“${text}”` : text;
        return gone
          ? <del key={index} title="Retired">{words}</del>
          : <span key={index} class={kind === "system" ? "font-medium" : ""}>{words}</span>;
      })}.
    </p>
  );
}
