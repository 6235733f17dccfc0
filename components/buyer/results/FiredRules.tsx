import type { JSX } from "preact";
import type { FiredRule } from "../../../lib/selection/mod.ts";
import { counted } from "../../ui/counted.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";

interface FiredRulesProps {
  rules: readonly FiredRule[];
  /** What the folded trace is headed with. */
  summary: string;
}

/** The engine's trace: the rules that matched the answers, the weightiest first. */
export function FiredRules({ rules, summary }: FiredRulesProps): JSX.Element {
  return (
    <Disclosure class="border-y border-line" summary={summary}>
      <p class="max-w-text text-sm text-muted">
        The rules that match your answers, the weightiest first. {contributionInWords(rules)}
      </p>
      <ol class="mt-4 border-t border-line text-sm">
        {rules.map(({ ruleId, name, contributed }) => (
          <li
            key={ruleId}
            class="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-b border-line py-2.5"
          >
            <span>{name}</span>
            <span class="text-muted">
              {contributed ? "put a system forward" : "matched, but nothing it names fits"}
            </span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** The number of rules that fired, as a clause. */
export function rulesInWords(count: number): string {
  return `${counted(count, "rule")} matched your answers`;
}

function contributionInWords(rules: readonly FiredRule[]): string {
  const contributing = rules.filter(({ contributed }) => contributed).length;
  if (contributing === rules.length) return "Each of them put a system forward.";
  if (contributing === 0) {
    return "None could put one forward: all they name lacks something you need.";
  }
  return `${contributing} of them put a system forward; the others name only systems that lack ` +
    "something you need.";
}
