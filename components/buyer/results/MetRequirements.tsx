import type { JSX } from "preact";
import { formatValue, type Predicate } from "../../../lib/catalog/mod.ts";
import type { MetRequirement } from "../../../lib/journey/mod.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Answers } from "./Reasons.tsx";

/** What the answers ask of the figures, and the figures that meet it. */
export function MetRequirements(
  { requirements }: { requirements: readonly MetRequirement[] },
): JSX.Element {
  return (
    <ul class="border-t border-line">
      {requirements.map(({ attributeId, name, unit, value, asked, because }) => (
        <li
          key={attributeId}
          class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-b border-line py-3.5"
        >
          <Icon name="check" class="mt-1 size-5 text-positive" />
          <div>
            <p>
              <span class="font-medium">{name}:</span> {formatValue(value, unit)}
            </p>
            <p class="mt-0.5 text-sm text-muted">
              Your answers call for{" "}
              {asked.map((one) => predicateInWords(one, unit)).join(", and ")}. You said:{" "}
              <Answers answers={because} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What an option asks of an attribute, as the end of "Your answers call for …". */
function predicateInWords(predicate: Predicate, unit: string | null): string {
  if (predicate.kind === "includes") {
    return new Intl.ListFormat("en", { type: "disjunction" }).format(
      predicate.labels.map((label) => `“${label}”`),
    );
  }
  const figure = formatValue({ type: "dimension", measurement: predicate.value, note: null }, unit);
  if (predicate.kind === "covers") return figure;
  return predicate.kind === "at-least" ? `at least ${figure}` : `at most ${figure}`;
}
