import type { JSX } from "preact";
import { useContext } from "preact/hooks";
import type { Units } from "@/lib/catalog/mod.ts";
import { classNames } from "../ui/class_names.ts";
import { UnitsContext } from "./units_context.ts";

const CHOICES: readonly (readonly [Units, string])[] = [
  ["us", "Feet and inches"],
  ["metric", "Metric"],
];

/** A form that sets the units of all pages and returns here. Needs no script; renders nothing outside buyer pages. */
export function UnitsSwitch({ class: className }: { class?: string }): JSX.Element | null {
  const choice = useContext(UnitsContext);
  if (choice === null) return null;
  const { units, here } = choice;
  return (
    <form
      method="post"
      action="/units"
      class={classNames("text-sm print:hidden", className)}
    >
      <input type="hidden" name="back" value={here} />
      <div role="group" aria-label="Units" class="flex flex-wrap items-center gap-x-4">
        {CHOICES.map(([value, label]) => (
          <button
            type="submit"
            key={value}
            name="units"
            value={value}
            aria-pressed={units === value ? "true" : "false"}
            class={classNames(
              "inline-flex min-h-8 pointer-coarse:min-h-11 cursor-pointer items-center underline-offset-[0.35em] hover:underline",
              units === value ? "font-medium text-ink underline decoration-2" : "text-muted",
            )}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}
