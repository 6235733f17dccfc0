import type { JSX } from "preact";
import type { FiredRule } from "../../../lib/selection/mod.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";

/** The engine's trace: the rules that matched the answers, most weighty first. */
export function FiredRules({ rules }: { rules: readonly FiredRule[] }): JSX.Element {
  const contributing = rules.filter(({ contributed }) => contributed).length;
  return (
    <Disclosure class="border-y border-line" summary={`Why this? ${countInWords(rules.length)}`}>
      <p class="max-w-text text-sm text-muted">
        The rules that match your answers, the weightiest first. {contributing === rules.length
          ? "Each of them put a system forward."
          : `${contributing} of them put a system forward; the others only name systems that lack something you need.`}
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

function countInWords(count: number): string {
  return count === 1 ? "1 rule matched your answers" : `${count} rules matched your answers`;
}
