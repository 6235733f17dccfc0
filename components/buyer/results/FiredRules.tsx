import type { JSX } from "preact";
import { inSentence } from "@/lib/text/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Answers } from "./Reasons.tsx";
import type { LabelledRule } from "./verdict_view.ts";

/** The rules that fired: the answers that triggered each, the systems that it surfaced, and why others were dropped. */
export function FiredRules({ rules, summary }: {
  rules: readonly LabelledRule[];
  /** Label of the collapsed list. */
  summary: string;
}): JSX.Element {
  return (
    <Disclosure class="border-y border-line" summary={summary}>
      <p class="max-w-text text-sm text-muted">
        These rules match your answers, the most important first. The pick comes from the first rule
        with a system that has everything your answers require.
      </p>
      <ol class="mt-4 border-t border-line text-sm">
        {rules.map(({ ruleId, name, because, systems }) => (
          <li
            key={ruleId}
            class="grid grid-cols-1 gap-1 border-b border-line py-3 lg:grid-cols-2 lg:gap-x-10"
          >
            <div>
              <p class="font-medium">{name}</p>
              <p class="text-muted">
                {because.length === 0 ? "It applies because of what you did not choose." : (
                  <>
                    Because you said: <Answers answers={because} />
                  </>
                )}
              </p>
            </div>
            <ul>
              {systems.map((system) => (
                <li key={system.name}>
                  <Named system={system} />
                </li>
              ))}
              {systems.length === 0 && <li class="text-muted">It names no system on offer.</li>}
            </ul>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

function Named(
  { system: { name, isPick, role, dropped } }: { system: LabelledRule["systems"][number] },
): JSX.Element {
  const as = role === "preferred" ? "its first choice" : "a further choice";
  if (dropped === null) {
    return (
      <>
        Put forward {isPick ? <strong class="font-semibold">{name}</strong> : name} as {as}
        {isPick && ", the pick"}
      </>
    );
  }
  return (
    <span class="text-muted">
      Matched, but {name} ({as}) was dropped because it falls short of “{dropped.label}”:{" "}
      {inSentence(dropped.attribute)}
    </span>
  );
}

/** Formats the number of fired rules as a clause. */
export function formatRuleCount(count: number): string {
  return `${counted(count, "rule")} matched your answers`;
}
