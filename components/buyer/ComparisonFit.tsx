import type { JSX } from "preact";
import { type Comparison, EMPTY } from "@/lib/catalog/mod.ts";
import { hasAsked } from "@/lib/selection/mod.ts";
import { counted } from "../ui/counted.ts";
import type { AskedByAttribute } from "./ComparisonTable.tsx";

function formatFit(fitting: number, asked: number): string {
  if (asked === 1) return fitting === 1 ? "it fits" : "it does not fit";
  if (fitting === asked) return "all of them fit";
  return `${fitting} of ${asked} ${fitting === 1 ? "fits" : "fit"}`;
}

/** How many of the required attributes each system has. Renders nothing if the answers require none. */
export function ComparisonFit({ comparison: { systems, rows }, asked: demands }: {
  comparison: Comparison;
  asked: AskedByAttribute;
}): JSX.Element | null {
  const asked = rows.flatMap((row) => {
    const wanted = demands.get(row.attributeId);
    return wanted === undefined ? [] : [{ row, wanted }];
  });
  if (asked.length === 0) return null;
  const fits = systems.map(({ id, name }) => ({
    id,
    name,
    fitting:
      asked.filter(({ row: { values }, wanted }) => hasAsked(values[id] ?? EMPTY, wanted)).length,
  }));
  return (
    <section
      aria-labelledby="fit"
      class="mb-6 border-s-3 border-accent bg-surface-raised p-4 text-sm"
    >
      <h2 id="fit" class="font-medium">Against your answers</h2>
      <p class="mt-1 text-muted">
        Your answers ask for {counted(asked.length, "figure")}.
      </p>
      <ul class="mt-1 flex flex-wrap gap-x-8">
        {fits.map(({ id, name, fitting }) => (
          <li key={id}>
            {name}: {formatFit(fitting, asked.length)}
          </li>
        ))}
      </ul>
    </section>
  );
}
